"""The translators that are compared: their names, and what they wrote for one
sentence.
"""

import re
from typing import Any

from attnbook.metrics.tokens import matched
from attnbook.show.tables import Marked, marked

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
        {"who": ALL[name], "sentence": _marked(case, sides[name])}
        for name in models
    ]


def _marked(case: dict[str, Any], side: str) -> Marked:
    said, wanted = _words(case[side]), _words(case["reference"])
    return marked(said, [not hit for hit in matched(wanted, said)])


def kept(case: dict[str, Any], model: str, chosen: set[str]) -> list[bool]:
    """For these words of the reference: does a translation have each?"""
    said, wanted = _words(case[SIDES[model]]), _words(case["reference"])
    hits = zip(wanted, matched(said, wanted), strict=True)
    return [hit for word, hit in hits if word in chosen]


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+|[^\w\s]", text.lower())
