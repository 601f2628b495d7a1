"""One object or six: a captioner that attends to a grid and one that gets a
single vector, each trained until it stops.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from attnbook.pretrained import Captioner
from attnbook.train.settings import Plateau, Settings
from attncourse.chapter3.recipes import caption_metrics, captioners
from attncourse.chapter3.recipes.captioners import Training, Variant
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Rows
from attncourse.experiments.workspace import Workspace

SHIPPED = "caption-scenes-attention"


@dataclass(frozen=True)
class Objects(Comparison):
    """Both variants begin with the convolutional network that was trained with
    attention, because from there the single vector learns best, too, and train
    it further.
    """

    name: str = "caption-objects"
    variants: tuple[Variant, ...] = (
        Variant("attention", network=SHIPPED),
        Variant(
            "one vector",
            *("none", 512, 512),  # attention, hidden, vector
            pooled=True,
            network=SHIPPED,
        ),
    )
    training: Training = Training(
        settings=Plateau(rate=2e-3, warmup=400, patience=3)
    )
    rates: tuple[float, ...] = (1e-3, 2e-3, 4e-3)
    seeds: tuple[int, ...] = (1, 2, 3)
    tested: int = 1000  # scenes of each split

    measures = ("scores", "by_things", "pointing")

    @property
    def settings(self) -> Settings:  # type: ignore[override]
        """How each is trained, but for its rate."""
        return self.training.settings

    def cases(self) -> Iterator[Case]:
        for variant in self.variants:
            yield {"variant": variant.name}

    def fit(
        self,
        case: Case,
        seed: int,
        rate: float | None = None,
        workspace: Workspace | None = None,
    ) -> tuple[Captioner, Rows]:
        """Train one captioner: it, with the weights of its best epoch, and its
        history.
        """
        (variant,) = (v for v in self.variants if v.name == case["variant"])
        return captioners.fit(
            self.training,
            variant,
            rate or self.settings.rate,
            seed,
            workspace or Workspace.package(),
            recipe=self.name,
            progress=False,
        )

    def measure(self, model: Any, case: Case, seed: int) -> dict[str, Rows]:
        """Attributes named right, by number of objects, and where the largest
        weight lies.
        """
        found = caption_metrics.measure(model, self.tested)
        return caption_metrics.scores(
            {(case["variant"], seed): found}, self.tested
        )


OBJECTS = Objects()
