"""The two translators on the same test sentences: against each other, against
baselines that learn nothing, with wider beams, and running free.
"""

from dataclasses import dataclass
from typing import Any

import torch

from attnbook import pretrained
from attnbook.data import tokenizer, translation
from attnbook.metrics import tokens
from attnbook.metrics.bleu import bleu, bootstrap, sentence_bleu
from attncourse.chapter1.recipes.translate import BAHDANAU, SEQ2SEQ, Translate
from attncourse.chapter1.recipes.translation_metrics import (
    by_length,
    length_groups,
)
from attncourse.experiments.results import Result, Row
from attncourse.experiments.workspace import Workspace

DRIFT = ("forced", "free", "found")


@dataclass(frozen=True)
class Compare:
    """BLEU of `first` minus BLEU of `second`, from the translations in their
    results.
    """

    name: str = "compare-en-fr"
    first: Translate = BAHDANAU
    second: Translate = SEQ2SEQ
    resamples: int = 1000
    ngrams: int = 2  # words in the longest run that makes two sentences similar
    beams: tuple[int, ...] = (1, 2, 3, 5, 10, 20)
    cases: tuple[float, ...] = (0.1, 0.5, 0.9)  # quantiles of `second`
    words: int = 15  # that the source of a case has, at least
    opening: int = 873  # the test sentence that the book opens with
    positions: int = 14  # tokens that a reference has for the drift, at least

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
        tables = {
            "difference": rows,
            "baselines": baselines(self, sources, references),
        }
        tables |= {"beams": [], "drift": []}
        for side in (self.first, self.second):
            translator = pretrained.load(side.name)
            model = {"model": side.name, "seed": side.seed}
            found = beams(self, translator, sources, references)
            tables["beams"] += [{**model, **row} for row in found]
            found = drift(self, translator, sources, references)
            tables["drift"] += [{**model, **row} for row in found]
        samples = {"cases": cases(self, sources, references, *sides)}
        return workspace.write(
            self, seconds=0.0, tables=tables, samples=samples
        )


COMPARE = Compare()


def baselines(
    recipe: Compare, sources: list[str], references: list[str]
) -> list[dict[str, Any]]:
    """Two ways to translate without learning: leave the sentence as it is; look
    up the most similar known one.
    """
    # takes a second to import, and only this needs it
    from sklearn.feature_extraction.text import (
        TfidfVectorizer,
    )

    training = translation.load("multi30k", recipe.first.pair, "train")
    vectors = TfidfVectorizer(ngram_range=(1, recipe.ngrams)).fit(
        [source for source, _ in training]
    )
    similarity = (
        vectors.transform(sources)
        @ vectors.transform([source for source, _ in training]).T
    )
    nearest = [training[i][1] for i in similarity.argmax(1).A1]
    rows = []
    for name, output in (
        ("source left as it is", sources),
        ("nearest training sentence", nearest),
    ):
        whole = {
            "shortest": 1,
            "longest": max(len(s.split()) for s in sources),
            "sentences": len(sources),
        }
        groups = [
            whole | {"bleu": bleu(output, references)[0]},
            *by_length(recipe.first.lengths, sources, references, output),
        ]
        rows += [{"baseline": name} | group for group in groups]
    return rows


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


def beams(
    recipe: Compare,
    translator: pretrained.Translator,
    sources: list[str],
    references: list[str],
) -> list[Row]:
    """BLEU and the mean number of words for each width of the beam."""
    rows: list[Row] = []
    for width in recipe.beams:
        output = translator.translate(sources, beam=width)
        words = sum(len(sentence.split()) for sentence in output)
        score, _ = bleu(output, references)
        rows.append(
            {"width": width, "bleu": score, "words": words / len(output)}
        )
    return rows


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
    word too many costs no more than itself.
    """
    encode = translator.tokenizer.encode
    totals = {name: torch.zeros(recipe.positions) for name in DRIFT}
    count = 0
    greedy = translator.translate(sources)
    for source, reference, output in zip(
        sources, references, greedy, strict=True
    ):
        truth, said = encode(reference), encode(output)
        if len(truth) < recipe.positions:
            continue
        fed = torch.tensor([[tokenizer.START, *truth[:-1]]])
        guess = translator.model(torch.tensor([encode(source)]), fed)[0].argmax(
            -1
        )
        same = [said[t : t + 1] == [truth[t]] for t in range(len(truth))]
        hits = guess == torch.tensor(truth), same, tokens.matched(said, truth)
        for total, hit in zip(totals.values(), hits, strict=True):
            total += torch.as_tensor(hit)[: recipe.positions]
        count += 1
    shares = {name: (total / count).tolist() for name, total in totals.items()}
    return [
        {"position": t + 1, **{name: row[t] for name, row in shares.items()}}
        | {"sentences": count}
        for t in range(recipe.positions)
    ]
