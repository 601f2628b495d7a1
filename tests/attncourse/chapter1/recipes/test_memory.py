"""Recall and copying, in miniature."""

from dataclasses import replace

import torch

from attnbook.data import tokenizer
from attnbook.models import seq2seq
from attncourse.chapter1 import reader
from attncourse.chapter1.recipes import memory
from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT

RECALL, COPY = recipes.load("recall-delay"), recipes.load("copy-length")


def test_recall_of_the_only_symbol_is_learnt():
    """Length 1: the first symbol is the last one, and an LSTM can name it."""
    recipe = replace(
        RECALL,
        model=reader.Config(3, 3),
        updates=60,
        settings=replace(SHORT, rate=0.02),
    )
    case = {"gate_bias": 0.0, "length": 1}
    model, (row,) = recipe.fit(case, 1)
    assert recipe.measure(model, case, 1)["accuracy"] == [
        case | {"seed": 1, "accuracy": 1}
    ]
    assert row["accuracy"] == 1


def test_the_copy_task_asks_for_the_same_again():
    recipe = replace(COPY, model=seq2seq.Config(7), rows=3)
    batch = memory.random_copies(recipe, 5, torch.Generator().manual_seed(0))
    assert torch.equal(batch.source, batch.target[:, 1:])
    assert (batch.source[:, -1] == tokenizer.STOP).all()
    assert (batch.target[:, 0] == tokenizer.START).all()
    assert set(batch.source[:, :-1].unique().tolist()) == {4, 5, 6}


def test_free_and_forced_of_a_model_that_copies():
    """A model that names the symbol before the stop is right at the last place
    in both ways, and has its own length.
    """
    recipe = replace(COPY, model=seq2seq.Config(7, 3, 5, 7), rows=2)
    model = seq2seq.build(recipe.model, torch.Generator().manual_seed(1))
    with torch.no_grad():
        model.decoder.bias[5] = 1e6
    drawn = torch.Generator().manual_seed(20_011)
    batch = memory.random_copies(recipe, 11, drawn)
    share = float((batch.source[:, :-1] == 5).double().mean())
    same = {"forced": share, "free": share}
    assert memory.copy_accuracy(model, recipe, 11) == same
