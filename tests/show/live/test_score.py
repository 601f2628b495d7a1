"""The score figure holds the by-hand example and checks what it is given."""

import pytest
import torch
from traitlets import TraitError

from attnbook import spec
from attnbook.show.live.score import ScoreFigure


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def additive(figure, s):
    """The weights of the additive score, by the definition."""
    W_q, W_k, v = (tensor(figure.additive[k]) for k in ("W_q", "W_k", "v"))
    scores = [
        spec.scores.additive(tensor([s]), h, W_q, W_k, v)
        for h in tensor(figure.memory)
    ]
    return spec.attention.softmax(torch.stack(scores))


def linear(figure, s):
    w_q, w_k = (tensor(figure.linear[k]) for k in ("w_q", "w_k"))
    scores = [
        spec.scores.linear(tensor([s]), h, w_q, w_k)
        for h in tensor(figure.memory)
    ]
    return spec.attention.softmax(torch.stack(scores))


def test_the_additive_weights_move_from_state_to_state():
    """Each of three states has most of the weight for some s."""
    figure = ScoreFigure()
    rows = [additive(figure, s) for s in (-2.0, 0.0, 2.0)]
    assert [int(row.argmax()) for row in rows] == [0, 2, 1]
    assert min(row.max() for row in rows) > 0.8


def test_the_linear_weights_stand_still_and_are_those_of_the_example():
    figure = ScoreFigure()
    for s in (-3.0, 0.7, 3.0):
        expected = spec.attention.softmax(tensor([2, 0, 1]))
        torch.testing.assert_close(linear(figure, s), expected)


def test_its_picture_says_the_numbers_of_the_definition():
    figure = ScoreFigure()
    text = figure.still().alt
    weights = spec.attention.softmax(tensor(figure.scores))
    c = spec.attention.read(weights, tensor(figure.memory))
    assert f"context ({c[0]:.3f}, {c[1]:.3f})" in text
    for name, weight in zip(("h₁", "h₂", "h₃"), weights, strict=True):
        assert f"{weight:.2f} at {name}" in text
    first = additive(figure, -3.0)
    assert f"h₁: {first[0]:.2f} at -3" in text
    still = linear(figure, 0.0)
    assert f"h₁: {still[0]:.2f} from -3 to 3" in text


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"memory": [[1, 0], [0, 1]]}, r"memory must have shape \(3, 2\): \(2"),
        ({"scores": [1, 2]}, r"scores must have shape \(3,\): \(2,\)"),
        ({"W_k": [[1], [1]]}, r"W_k must have shape \(2, 2\): \(2, 1\)"),
        ({"w_k": [1, 2, 3]}, r"w_k must have shape \(2,\): \(3,\)"),
    ],
    ids=str,
)
def test_shapes_that_disagree_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        ScoreFigure(**wrong)


def test_choices_that_are_not_there_are_refused_and_the_old_ones_kept():
    figure = ScoreFigure(s=1)
    for wrong in ({"s": 3.5}, {"scores": [1.0, 2.0]}):
        with pytest.raises(TraitError):
            figure.set_trait(*wrong.popitem())
    assert (figure.s, figure.scores) == (1, [2, 1, 0])
