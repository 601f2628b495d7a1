"""Numbers that stand in sentences are those of the recipes, the results and the
files that they tell of: `tests/attncourse/chapterN/prose.py` has a chapter's.
"""

import re

import pytest

from tests.environment import NOTEBOOKS, ROOT, prose, rooms

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]
WORDS += ["nine", "ten"]


SENTENCES = [
    sentence for room in rooms("prose").values() for sentence in room.SENTENCES
]
"""A page, a sentence with gaps, and what stands in each: a number, or a tuple
whose length is told in a word.
"""


def text(page: str) -> str:
    """What a page says to its reader, on one line."""
    path = ROOT / page
    notebook = path.suffix == ".ipynb"
    content = prose(path) if notebook else path.read_text(encoding="utf-8")
    return " ".join(content.split())


@pytest.mark.parametrize(
    ("page", "sentence", "values"),
    [(page, said, values) for page, said, *values in SENTENCES],
)
def test_a_number_in_a_sentence_is_the_one_that_was_used(
    page: str, sentence: str, values: list
) -> None:
    """The sentence stands on the page, with these numbers in its gaps."""
    for value in values:
        count = len(value) if isinstance(value, tuple) else value
        gap = re.search(r"{[\w:,.]*}", sentence)[0]
        told = WORDS[count] if gap == "{word}" else gap.format(count)
        sentence = sentence.replace(gap, told, 1)
    assert sentence in text(page)


APART = r"\d %"
"""A percent sign stands at its number."""
REFUTED = {
    APART: "a number and its % stand together",
    r"\b(than|as) (the |its |their )?seeds? differ|than they differ|differ by "
    r"more": "say whether the ranges of the seeds overlap",
    r"\bnot (been )?run\b": "leave out what was not run",
}
"""What no page says, and what it says instead."""
CHOICE = r"[^.]*\brates?\b[^.]*\bchosen\b[^.]*\."
PAGES = ["book/claims.md", "book/deviations.md", "book/index.md"]
PAGES += [str(path.relative_to(ROOT)) for path in NOTEBOOKS]
EDGE = r"largest|smallest|edge|of two|validation bags"


@pytest.mark.parametrize("page", PAGES)
def test_no_page_says_what_its_rows_cannot_carry(page: str) -> None:
    said = text(page)
    for pattern, instead in REFUTED.items():
        found = re.search(f".{{40}}({pattern})", said)
        assert not found, f"{instead}: {found[0]}"
    for sentence in re.findall(CHOICE, said):
        assert re.search(EDGE, sentence), f"was it at the edge? {sentence}"
