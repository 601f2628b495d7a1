"""What the shipped Transformer is compared with: translators that are trained,
measured as they are in memory, and not kept.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any

from attnbook.models import transformer
from attnbook.pretrained import Translator
from attnbook.train.settings import Averaged
from attncourse.chapter1.recipes.translate import (
    BAHDANAU,
    TRANSFORMER,
    Translate,
    fit,
)
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Unkept:
    """A translator trained with the first of its dropout rates, on no more
    pairs than there are.
    """

    name: str
    base: Translate

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train it and translate the test sentences."""
        workspace.check_writable(self.name)
        base = replace(self.base, name=self.name)
        translator, history = fit(
            base, base.dropouts[0], workspace, progress=progress
        )
        values, tables, samples = base.measure(translator)
        return workspace.write(
            self,
            seconds=history[-1]["seconds"],
            values=values | self.also(translator, samples["hypotheses"]),
            tables=tables | {"epochs": history},
            samples=samples,
        )

    def also(
        self, translator: Translator, hypotheses: list[str]
    ) -> dict[str, tuple[Any, str]]:
        """Values beside those of the shipped translators."""
        return {}


def longer(name: str, epochs: int) -> Unkept:
    """The recurrent translator with attention, its best dropout rate, for so
    many epochs, its weights averaged as the Transformer's are.
    """
    settings = asdict(BAHDANAU.settings) | {
        "epochs": epochs,
        "patience": epochs,
    }
    base = replace(BAHDANAU, dropouts=(0.2,), settings=Averaged(**settings))
    return Unkept(name, base)


SAME_TOKENS = longer("bahdanau-same-tokens", TRANSFORMER.settings.epochs)
EVEN = Unkept(
    "translate-en-fr-even",
    replace(
        TRANSFORMER,
        model=transformer.Config(
            5000, hidden=426, encoder_layers=3, decoder_layers=3
        ),
    ),
)
"""As many layers on both sides, and as many numbers as the shipped one."""
