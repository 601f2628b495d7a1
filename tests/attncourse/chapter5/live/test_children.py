"""The children are answered as the recipe's readers answer them."""

import random

import pytest
import torch

from attncourse.chapter5 import relations
from attncourse.chapter5.findings.relations import LiveChildren
from attncourse.chapter5.recipes.relations import RELATIONS, Reader
from attncourse.experiments import results

MODELS = results.load("relations").samples["models"]


def drawn(draw: random.Random) -> LiveChildren:
    """A random circle, with any of the models."""
    fresh = torch.Generator().manual_seed(draw.randrange(2**31))
    circle = relations.draw(1, 6, 2, 4, fresh)
    heads, questions = draw.choice([1, 2]), draw.choice([1, 2])
    asks, colour = circle.asks[0].tolist(), circle.colour[0].tolist()
    return LiveChildren(MODELS, asks, colour, heads=heads, questions=questions)


def reader(row: dict) -> Reader:
    """The recipe's model, with the weights that are shipped."""
    model = RELATIONS.fresh(row)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            weight.copy_(torch.tensor(row[name]).view_as(weight))
    return model


def test_its_answers_are_those_of_the_recipes_models():
    readers = {(int(m["kind"][0]), m["questions"]): reader(m) for m in MODELS}
    draw = random.Random(6)
    for figure in [drawn(draw) for _ in range(40)]:
        asks = torch.tensor(figure.asks)[None, :, : figure.questions]
        colour = torch.tensor(figure.colour)[None]
        circle = relations.Circles(torch.arange(6)[None], asks, colour)
        model = readers[figure.heads, figure.questions]
        x = circle.rows(4)
        found = figure.reads()
        assert found["said"] == model(x)[0].argmax(-1).tolist()
        weights = model.between.weights(model.inputs(x))[0]
        assert torch.tensor(found["weights"]).allclose(weights, atol=1e-5)


def test_shipped_weights_answer_as_the_stored_accuracy_says():
    stored = results.load("relations").table("accuracy").where(seed=1)
    for row in MODELS:
        kind, questions = row["kind"], row["questions"]
        found = RELATIONS.right(reader(row), questions).mean().item()
        same = stored.where(kind=kind, questions=questions)
        assert found == pytest.approx(same.mean("accuracy"), abs=1e-3)


def test_its_picture_says_the_answers():
    text = LiveChildren(MODELS).still().alt
    assert "Ann asks: Cid has blue and the answer is blue, Fay has" in text
