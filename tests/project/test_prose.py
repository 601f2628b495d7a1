"""Numbers that stand in sentences are those of the recipes, the results and the
files that they tell of.
"""

import json
import re

import pytest

from attnbook import findings, recipes, results
from tests.environment import CHAPTERS, ROOT

ONE, TWO = (
    "chapters/01_rnn_seq2seq.ipynb",
    "chapters/02_bahdanau_attention.ipynb",
)
WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
COPY, RECALL, ALIGN = (
    recipes.load(name)
    for name in ("copy-length", "recall-delay", "align-phrases")
)
PLAIN, ATTENTIVE, COMPARE = (
    recipes.load(name)
    for name in (
        "translate-en-fr-seq2seq",
        "translate-en-fr-bahdanau",
        "compare-en-fr",
    )
)


def exercises(stem: str) -> int:
    """How many tasks a notebook of exercises holds."""
    cells = json.loads(
        (ROOT / f"chapters/exercises/{stem}.ipynb").read_text(encoding="utf-8")
    )["cells"]
    return sum("> **Exercise:**" in "".join(cell["source"]) for cell in cells)


def sentences() -> int:
    """How many test sentences a translator was measured on."""
    return len(results.load(PLAIN.name).samples["hypotheses"])


SENTENCES = [
    (
        ONE,
        "It is trained on lengths 1 to {}, with and without attention, with "
        "{word} seeds",
        COPY.longest,
        COPY.seeds,
    ),
    (
        ONE,
        "these models, trained on at most {} symbols, do not copy {}",
        COPY.longest,
        COPY.lengths[-1],
    ),
    (ONE, "At {} symbols *both* are near chance", COPY.lengths[-1]),
    (ONE, "tested at $T$, with {word} seeds", RECALL.seeds),
    (ONE, "{Word} dropout rates", PLAIN.dropouts),
    (
        TWO,
        "Both models were chosen alike: {word} dropout rates",
        ATTENTIVE.dropouts,
    ),
    (
        TWO,
        "the {} test sentences are drawn anew {} times",
        sentences(),
        COMPARE.resamples,
    ),
    (
        TWO,
        "The book stores the first {word} test sentences of 8 to 14 words",
        ATTENTIVE.shown,
    ),
    (TWO, "with each score of this chapter, {word} seeds each", ALIGN.seeds),
    (
        TWO,
        "in {} of {} runs",
        *map(
            int,
            re.findall(r"(\d+) of (\d+) runs", findings.align.scores().caption)[
                0
            ],
        ),
    ),
    (
        "book/claims.md",
        "With {} updates all three cells name the first of {} symbols",
        RECALL.updates,
        RECALL.lengths[0],
    ),
    (
        "book/claims.md",
        "copying fails long before {} symbols",
        COPY.lengths[-1],
    ),
    (
        "book/deviations.md",
        "trained on lengths 1 to {}, tested up to {}",
        COPY.longest,
        COPY.lengths[-1],
    ),
    ("book/deviations.md", "label smoothing {}", PLAIN.smoothing),
]
SENTENCES += [
    (
        "book/index.md",
        f"[{{word}} exercise{'s' * (exercises(stem) > 1)}]"
        f"(../chapters/exercises/{stem}.ipynb)",
        exercises(stem),
    )
    for stem in (path.stem for path in CHAPTERS)
]
"""A page, a sentence with gaps, and what stands in each: a number, or a tuple
whose length is told in a word.
"""


def text(page: str) -> str:
    """What a page says to its reader, on one line."""
    content = (ROOT / page).read_text(encoding="utf-8")
    if page.endswith(".ipynb"):
        cells = json.loads(content)["cells"]
        content = "\n".join(
            "".join(cell["source"])
            for cell in cells
            if cell["cell_type"] == "markdown"
        )
    return " ".join(content.split())


@pytest.mark.parametrize(
    ("page", "sentence", "values"),
    [(page, said, values) for page, said, *values in SENTENCES],
)
def test_a_number_in_a_sentence_is_the_one_that_was_used(
    page: str, sentence: str, values: list
) -> None:
    """The sentence stands on the page, with these numbers in its gaps."""
    counts = [
        len(value) if isinstance(value, tuple) else value for value in values
    ]
    for count in counts:
        gap = re.search(r"{\w*}", sentence)[0]
        word = (
            {"{}": str(count)}
            if gap == "{}"
            else {"{word}": WORDS[count], "{Word}": WORDS[count].capitalize()}
        )
        sentence = sentence.replace(gap, word[gap], 1)
    assert sentence in text(page)
