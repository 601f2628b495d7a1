"""Guess, then see: what belongs to a guess is put together, or refused."""

import pytest
from nbformat.v4 import new_markdown_cell

from tests.extension import forms

PRINTED = forms.guess()[1].outputs[0]


def spoiled(
    box: str = forms.GUESS,
    fold: str = forms.CHOICES,
    tag: str = "guess",
    outputs: tuple = (PRINTED,),
) -> list:
    """The cells of a guess with one part changed."""
    return [
        new_markdown_cell("# A\n\n" + box, id="ask"),
        forms.code("answer", "weights", *outputs, tags=(tag,)),
        new_markdown_cell(fold, id="choices"),
    ]


RIGHT = forms.CHOICES.replace("(a) No", "(a) Right")
TURNED = forms.GUESS.replace("(a)", "(z)").replace("(b)", "(a)")
SHORT = forms.CHOICES.replace("- (c) No: that is what doubling does.\n", "")
BROKEN = {
    "untagged": (spoiled(tag="other"), "tagged `guess` must follow the box"),
    "no-fold": (spoiled(fold="No fold."), "one list must follow the cell"),
    "no-choices": (
        spoiled(box="> **Prediction:** What?"),
        "list of its choices",
    ),
    "fewer": (spoiled(fold=SHORT), "sentences are ['a', 'b']"),
    "turned": (spoiled(box=TURNED), "choices are ['z', 'a', 'c']"),
    "bare": (
        spoiled(box=forms.GUESS.replace("(a) ", "")),
        "begin with (a), (b)",
    ),
    "two-right": (spoiled(fold=RIGHT), '2 sentences begin with "Right:"'),
    "silent": (spoiled(outputs=()), "the cell shows nothing"),
    "no-box": (spoiled(box="Guess."), "no box before this cell"),
}


@pytest.fixture(scope="module")
def warnings(build) -> str:
    """What the build says to all of them."""
    pages = {k: forms.notebook(*cells) for k, (cells, _) in BROKEN.items()}
    return build(["admonitions", "guesses"], pages)[1]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_guess_stops_the_build(name, warnings) -> None:
    said = [line for line in warnings.splitlines() if f"/{name}.ipynb" in line]
    assert BROKEN[name][1] in said[0]


def test_what_follows_the_fold_stays_outside(page) -> None:
    after = page.select_one(".guess-form").find_next_sibling()
    assert after.get_text() == "And on."
