"""A reader's text becomes a language model, in miniature."""

import math

import pytest

from attnbook import pretrained
from tests.attncourse.chapter10.recipes.toys import VERSES
from tests.toys import refused


def test_bits_are_those_of_the_pieces_held_out(ran):
    this = ran("text")
    result = this.result
    read = pretrained.read(this.workspace.weights("text"))
    held = VERSES[9::10]
    size = sum(map(len, held))
    whole = [len(read.tokenizer.encode(verse)) for verse in held]
    assert max(whole) > this.toy.recipe.window  # windows are at work
    assert 0 < result.value("xz_bits") < result.value("bits") < 20
    nats = [-read.log_probability(verse) for verse in held if len(verse)]
    one_piece = sum(nats) / math.log(2) / size
    assert result.value("bits") == pytest.approx(one_piece, rel=0.3)
    assert len(result.samples["texts"]) == this.toy.recipe.shown


def test_it_completes_with_its_own_letters(ran):
    read = pretrained.read(ran("text").workspace.weights("text"))
    (said,) = read.complete(["The fox"], temperature=0)
    assert said.startswith("The fox")


def test_without_a_file_it_says_what_it_needs(ran):
    this = ran("text")
    with refused(r"text needs a file \(--file PATH\)"):
        this.run(this.workspace, this.toy.recipe.__class__())
