"""The two translators on the same test sentences: against each other, and
running free.
"""

from dataclasses import dataclass
from typing import Any

import torch

from attnbook import pretrained
from attnbook.data import tokenizer, translation
from attnbook.metrics import tokens
from attnbook.metrics.bleu import bootstrap, sentence_bleu
from attncourse.chapter1.recipes.translate import BAHDANAU, SEQ2SEQ, Translate
from attncourse.chapter1.recipes.translation_metrics import length_groups
from attncourse.experiments.results import Result, Row
from attncourse.experiments.workspace import Workspace

DRIFT = ("forced", "free", "found", "chance")


@dataclass(frozen=True)
class Compare:
    """BLEU of `first` minus BLEU of `second`, from the translations in their
    results.
    """

    name: str = "compare-en-fr"
    first: Translate = BAHDANAU
    second: Translate = SEQ2SEQ
    resamples: int = 1000
    cases: tuple[float, ...] = (0.1, 0.5, 0.9)  # quantiles of `second`
    words: int = 15  # that the source of a case has, at least
    opening: int = 873  # the test sentence that the book opens with
    positions: int = 14  # tokens that a reference has for the drift, at least
    others: int = 5  # translations of other sentences, for the chance

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Compare; nothing is trained, so there is no progress."""
        pair = self.first.pair
        sources, references = map(
            list, zip(*translation.load("multi30k", pair, "test"), strict=True)
        )
        sides = [
            workspace.stored(side.name).samples["hypotheses"]
            for side in (self.first, self.second)
        ]
        everything = {
            (1, max(len(s.split()) for s in sources)): list(range(len(sources)))
        }
        rows = []
        for (shortest, longest), chosen in (
            everything | length_groups(self.first.lengths, sources)
        ).items():
            first, second, truth = (
                [x[i] for i in chosen] for x in (*sides, references)
            )
            difference, low, high = bootstrap(
                first, second, truth, self.resamples
            )
            group = {
                "shortest": shortest,
                "longest": longest,
                "sentences": len(chosen),
            }
            rows.append(
                group | {"difference": difference, "low": low, "high": high}
            )
        tables: dict[str, list[Any]] = {"difference": rows, "drift": []}
        for side in (self.first, self.second):
            translator = pretrained.load(side.name)
            model = {"model": side.name, "seed": side.seed}
            found = drift(self, translator, sources, references)
            tables["drift"] += [{**model, **row} for row in found]
        samples = {"cases": cases(self, sources, references, *sides)}
        return workspace.write(
            self, seconds=0.0, tables=tables, samples=samples
        )


COMPARE = Compare()


def cases(
    recipe: Any,  # with cases, words and opening, as `Compare` has them
    sources: list[str],
    references: list[str],
    first: list[str],
    second: list[str],
) -> list[dict[str, Any]]:
    """The opening sentence, then a bad, a typical and a good one, with their
    rank.

    The long sentences are put in the order of the BLEU that `second` gets;
    each quantile names one of them.
    """
    longer = [
        i for i, s in enumerate(sources) if len(s.split()) >= recipe.words
    ]
    longer.sort(key=lambda i: sentence_bleu(second[i], references[i]))
    places = [int(quantile * (len(longer) - 1)) for quantile in recipe.cases]
    return [
        {
            "sentence": longer[k],
            "rank": k + 1,
            "of": len(longer),
            "source": sources[longer[k]],
            "reference": references[longer[k]],
            "first": first[longer[k]],
            "second": second[longer[k]],
        }
        for k in (longer.index(recipe.opening), *places)
    ]


@torch.no_grad()
def drift(
    recipe: Compare,
    translator: pretrained.Translator,
    sources: list[str],
    references: list[str],
) -> list[Row]:
    """Shares of reference tokens by position, in references that reach the end.

    forced: predicted after the true tokens. free: the greedy translation has
    it at the same position. found: it has it anywhere, in order, so that a
    word too many costs no more than itself. chance: so do translations of
    other sentences, on average.
    """
    encode = translator.tokenizer.encode
    greedy = translator.translate(sources)
    rows = [
        (source, truth, encode(output))
        for source, reference, output in zip(
            sources, references, greedy, strict=True
        )
        if len(truth := encode(reference)) >= recipe.positions
    ]
    totals = {name: torch.zeros(recipe.positions) for name in DRIFT}
    step = max(len(rows) // (recipe.others + 1), 1)
    for at, (source, truth, said) in enumerate(rows):
        fed = torch.tensor([[tokenizer.START, *truth[:-1]]])
        guess = translator.model(torch.tensor([encode(source)]), fed)[0].argmax(
            -1
        )
        same = [said[t : t + 1] == [truth[t]] for t in range(len(truth))]
        others = [
            tokens.matched(rows[(at + k * step) % len(rows)][2], truth)
            for k in range(1, recipe.others + 1)
        ]
        hits = (
            guess == torch.tensor(truth),
            same,
            tokens.matched(said, truth),
            torch.tensor(others).double().mean(0),
        )
        for total, hit in zip(totals.values(), hits, strict=True):
            total += torch.as_tensor(hit)[: recipe.positions]
    count = len(rows)
    shares = {name: (total / count).tolist() for name, total in totals.items()}
    return [
        {"position": t + 1, **{name: row[t] for name, row in shares.items()}}
        | {"sentences": count}
        for t in range(recipe.positions)
    ]
