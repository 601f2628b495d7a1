"""Captions of `scenes`: with attention and without it, and blind."""

from dataclasses import dataclass
from itertools import product

from attnbook import pretrained
from attnbook.pretrained import Captioner
from attncourse.chapter3 import scenes
from attncourse.chapter3.recipes import caption_metrics, captioners
from attncourse.chapter3.recipes.captioners import NAME, Rows, Training, Variant
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Caption:
    """Every variant with every seed; the learning rate is chosen on validation
    scenes for each of the first two, and taken by those like them.
    """

    name: str = NAME
    training: Training = Training()
    variants: tuple[Variant, ...] = (
        Variant("attention"),
        Variant("none", attention="none"),
        Variant("blind", attention="none", sees=False, joint=False),
    )
    rates: tuple[float, ...] = (2e-3, 1e-3)
    seeds: tuple[int, ...] = (1, 2, 3)
    tested: int = 1000  # scenes of each split

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every variant, write the weights of the first two, then
        measure on scenes that no training and no choice has seen.
        """
        workspace.check_writable(self.name)
        sides = self.variants[0].name, self.variants[1].name
        search, rates = self._search(workspace, progress)
        epochs: Rows = []
        measured: dict[tuple[str, int], caption_metrics.Measured] = {}
        shipped: dict[str, Captioner] = {}
        values: dict[str, tuple[int, str]] = {}
        for variant, seed in product(self.variants, self.seeds):
            rate = rates[variant.attention]
            captioner, history = captioners.fit(
                self.training, variant, rate, seed, workspace, progress=progress
            )
            same = {"variant": variant.name, "seed": seed}
            epochs += [same | row for row in history]
            measured[variant.name, seed] = caption_metrics.measure(
                captioner, self.tested, sees=variant.sees
            )
            if seed == self.seeds[0] and variant.name in sides:
                shipped[variant.name] = captioner
                values |= self._ship(variant.name, captioner, workspace)
        looks = self._looks(workspace, progress)
        tables = caption_metrics.tables(measured, self.tested)
        tables["pointing"] += self._untrained(workspace, progress)
        tables |= {"search": search, "epochs": epochs, "look": looks}
        return workspace.write(
            self,
            seconds=captioners.seconds(epochs, "variant", "seed")
            + captioners.seconds(looks, "seed"),
            values=values,
            tables=tables,
            samples={
                "cases": caption_metrics.cases(shipped, sides, self.tested)
            },
        )

    def _search(
        self, workspace: Workspace, progress: bool
    ) -> tuple[Rows, dict[str, float]]:
        """Slots right on validation scenes for each rate; the best rate of
        each kind of attention.
        """
        found = scenes.split("val", self.training.checked)
        rows: Rows = []
        for variant, rate in product(self.variants[:2], self.rates):
            captioner, _ = captioners.fit(
                self.training,
                variant,
                rate,
                self.seeds[0],
                workspace,
                progress=progress,
            )
            texts = captioner.caption(list(scenes.paint(found)))
            row = {"variant": variant.name, "rate": rate}
            row |= {"seed": self.seeds[0]}
            rows.append(row | caption_metrics.score(texts, found))
        best = {}
        for variant in self.variants[:2]:
            own = [row for row in rows if row["variant"] == variant.name]
            chosen = max(own, key=lambda row: row["slots"])
            best[variant.attention] = chosen["rate"]
        return rows, best

    def _ship(
        self, name: str, captioner: Captioner, workspace: Workspace
    ) -> dict[str, tuple[int, str]]:
        """Write the weights of one variant; its sizes."""
        path = workspace.weights(f"{self.name}-{name}")
        pretrained.write(path, captioner.model, captioner.tokenizer)
        size = sum(x.numel() for x in captioner.model.parameters())
        return {
            f"{name}_bytes": (path.stat().st_size, "bytes"),
            f"{name}_parameters": (size, "numbers"),
        }

    def _looks(self, workspace: Workspace, progress: bool) -> Rows:
        """The epochs of the convolutional networks, one for each seed."""
        return [
            {"seed": seed} | row
            for seed in self.seeds
            for row in captioners.pretrain_convnet(
                self.training, seed, workspace, progress=progress
            )[1]
        ]

    def _untrained(self, workspace: Workspace, progress: bool) -> Rows:
        """Pointing of a model that nobody has trained to describe."""
        seed = self.seeds[0]
        fresh = Captioner(
            *captioners.untrained(
                self.training,
                self.variants[0],
                seed,
                workspace,
                progress=progress,
            )
        )
        return [
            {"variant": "untrained", "seed": seed, "split": split} | row
            for split in caption_metrics.SPLITS
            for row in caption_metrics.pointing(
                fresh, scenes.split(split, self.tested)
            )
        ]


CAPTION = Caption()
