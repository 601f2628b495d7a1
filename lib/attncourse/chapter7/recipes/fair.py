"""The Transformer against the recurrent translator with attention, as shipped
and trained for as many epochs.
"""

from dataclasses import dataclass
from typing import Any

from attnbook.data import translation
from attnbook.metrics.bleu import Interval, bleu, bootstrap, chrf
from attncourse.chapter1.recipes.translate import (
    BAHDANAU,
    SEQ2SEQ,
    TRANSFORMER,
)
from attncourse.chapter7.recipes.rivals import EVEN, SAME_TOKENS
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Fair:
    """BLEU of `first` minus BLEU of each of the others, from the translations
    in their results.
    """

    name: str = "fair-en-fr"
    first: str = TRANSFORMER.name
    others: tuple[str, ...] = (
        SAME_TOKENS.name,
        BAHDANAU.name,
        SEQ2SEQ.name,
        EVEN.name,
    )
    pair: str = TRANSFORMER.pair
    resamples: int = 1000

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Compare; nothing is trained."""
        test = translation.load("multi30k", self.pair, "test")
        references = [french for _, french in test]
        sides = [workspace.stored(name) for name in (self.first, *self.others)]
        first, *others = (side.samples["hypotheses"] for side in sides)
        rows = [
            self.row(side, said, first, references)
            for side, said in zip(sides, (first, *others), strict=True)
        ]
        return workspace.write(self, seconds=0.0, tables={"models": rows})

    def row(
        self,
        side: Result,
        said: list[str],
        first: list[str],
        references: list[str],
    ) -> dict[str, Any]:
        """How one model was trained, what it reaches, and by how much the first
        one is better.
        """
        recipe = side.recipe.get("base", side.recipe)
        gain = None
        if said is not first:
            gain = bootstrap(first, said, references, self.resamples)
        return {
            "model": side.name,
            "epochs": recipe["settings"]["epochs"],
            "seconds": side.made["seconds"],
            "rates": len(recipe["dropouts"]),
            "parameters": side.value("parameters"),
            "validation_bleu": side.value("validation_bleu"),
            "greedy_bleu": side.value("greedy_bleu"),
            "bleu": side.value("bleu"),
            "moses_bleu": moses_bleu(said, references, self.pair[-2:]),
            "chrf": chrf(said, references),
        } | _columns(gain)


FAIR = Fair()


def moses_bleu(
    hypotheses: list[str], references: list[str], language: str
) -> float:
    """BLEU of tokens that Moses makes of lower-case text, as papers score that
    tokenise first (Wu et al. 2021).
    """
    from sacremoses import MosesTokenizer

    tokenizer = MosesTokenizer(language)
    hypotheses, references = (
        [
            tokenizer.tokenize(text.lower(), escape=False, return_str=True)
            for text in texts
        ]
        for texts in (hypotheses, references)
    )
    return bleu(hypotheses, references, tokenize="none")[0]


def _columns(gain: Interval | None) -> dict[str, float | None]:
    value, low, high = gain or (None, None, None)
    return {"difference": value, "low": low, "high": high}
