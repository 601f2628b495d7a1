"""Both translators once more, for up to three times as long, until their
validation loss rises: does the difference between them stay?
"""

from dataclasses import dataclass, replace
from typing import Any

from attnbook.data import translation
from attnbook.metrics.bleu import bleu
from attncourse.chapter1.recipes import colours, translate
from attncourse.chapter1.recipes.translate import BAHDANAU, SEQ2SEQ, Translate
from attncourse.chapter1.recipes.translation_metrics import (
    by_length,
    validation_bleu,
)
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Longer:
    """Each side is trained for up to `times` its epochs, with each dropout; the
    one whose validation BLEU is best is tested, with greedy search.
    """

    name: str = "compare-en-fr-longer"
    first: Translate = BAHDANAU
    second: Translate = SEQ2SEQ
    dropouts: tuple[float, ...] = (0.2,)
    times: int = 3
    each: int = 60  # sentences with so many colours

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train all, then measure the best of each side."""
        workspace.check_writable(self.name)
        seconds = 0.0
        tables: dict[str, list[Any]] = {
            name: [] for name in ("search", "epochs", "by_length", "colours")
        }
        for side in map(self._longer, (self.first, self.second)):
            found = {}
            for dropout in side.dropouts:
                translator, history = translate.fit(
                    side, dropout, workspace, progress=progress
                )
                score = validation_bleu(translator, side.pair)
                found[dropout] = score, translator
                same = {"model": side.model.attention, "dropout": dropout}
                tables["search"].append(same | {"validation_bleu": score})
                tables["epochs"] += [same | row for row in history]
                seconds += history[-1]["seconds"]
            _, best = max(found.values(), key=lambda one: one[0])
            model = {"model": side.model.attention}
            tested = self._tested(side, best)
            kept = colours.shares(best, self.each)
            tables["by_length"] += [model | row for row in tested]
            tables["colours"] += [model | row for row in kept]
        return workspace.write(self, seconds=seconds, tables=tables)

    def _longer(self, side: Translate) -> Translate:
        settings = replace(
            side.settings, epochs=self.times * side.settings.epochs
        )
        name = f"{side.name}-longer"
        return replace(
            side, name=name, settings=settings, dropouts=self.dropouts
        )

    def _tested(self, side: Translate, translator: Any) -> list[dict[str, Any]]:
        """BLEU of all test sentences, and of each group of lengths."""
        sources, references = map(
            list,
            zip(*translation.load("multi30k", side.pair, "test"), strict=True),
        )
        said = translator.translate(sources)
        groups = by_length(side.lengths, sources, references, said)
        whole: dict[str, Any] = {"shortest": 1, "longest": side.lengths[-1]}
        whole |= {"sentences": len(said), "bleu": bleu(said, references)[0]}
        return [whole, *groups]


LONGER = Longer()
