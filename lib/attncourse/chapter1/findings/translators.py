"""The translators that are compared: their names, and what they wrote for one
sentence.
"""

import re
from typing import Any

from attnbook.metrics.tokens import matched
from attncourse.chapter1.recipes.translation_metrics import cut
from attncourse.experiments import results
from attncourse.figures.tables import Marked, marked

PLAIN, ATTENTIVE = "translate-en-fr-seq2seq", "translate-en-fr-bahdanau"
LABELS = {PLAIN: "one context vector", ATTENTIVE: "with attention"}
SIDES = {PLAIN: "second", ATTENTIVE: "first"}
TRANSFORMER = "translate-en-fr-transformer"
ALL = LABELS | {TRANSFORMER: "Transformer"}


def texts(
    case: dict[str, Any],
    models: tuple[str, ...],
    sides: dict[str, str] = SIDES,
) -> list[dict[str, Any]]:
    """Source, reference, and the translations with their odd words marked."""
    rows: list[dict[str, Any]] = [
        {"who": "English", "sentence": case["source"]},
        {"who": "reference", "sentence": case["reference"]},
    ]
    return rows + [
        {
            "who": ALL[name],
            "sentence": odd(case[sides[name]], case["reference"]),
        }
        for name in models
    ]


def odd(text: str, reference: str) -> Marked:
    """A translation; marked are words that the reference does not have
    there.
    """
    said, wanted = _words(text), _words(reference)
    return marked(said, [not hit for hit in matched(wanted, said)])


def kept(case: dict[str, Any], model: str, chosen: set[str]) -> list[bool]:
    """For these words of the reference: does a translation have each?"""
    said, wanted = _words(case[SIDES[model]]), _words(case["reference"])
    hits = zip(wanted, matched(said, wanted), strict=True)
    return [hit for word, hit in hits if word in chosen]


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+|[^\w\s]", text.lower())


def recorded(*stored: results.Result) -> list[dict[str, Any]]:
    """What all models wrote for the sentences whose weights the last one has.

    Only that one has pieces; what the others wrote is cut into words.
    """
    *others, last = (side.samples["hypotheses"] for side in stored)
    bare = [text.replace(" ", "") for text in last]
    examples = []
    for example in alignments(stored[-1]):
        k = bare.index(_text(example["target"]).replace(" ", ""))
        answers = [
            example | {"text": said[k], "target": cut(said[k]), "weights": None}
            for said in others
        ]
        answers.append(example | {"text": last[k]})
        sentence = _text(example["source"])
        examples.append({"sentence": sentence, "answers": answers})
    return examples


def alignments(stored: results.Result) -> list[dict[str, Any]]:
    """The stored alignments of a result, which length alone has chosen."""
    examples = stored.samples["alignments"]
    lengths = [len("".join(pieces(e["source"])).split()) for e in examples]
    assert all(8 <= length <= 14 for length in lengths), "chosen by length"
    return examples


def _text(given: list[str]) -> str:
    """The sentence again, its punctuation on the word before."""
    spaced = "".join(pieces(given)).replace("▁ ", "").strip()
    return re.sub(r" ?(['-]) ?| ([.,;:!?])", r"\1\2", spaced)


def pieces(given: list[str]) -> list[str]:
    """Pieces as they stand in the sentence, without the stop token: "+ring"
    goes on a word.
    """
    return [
        piece[1:] if piece.startswith("+") else f" {piece}"
        for piece in given[:-1]
    ]
