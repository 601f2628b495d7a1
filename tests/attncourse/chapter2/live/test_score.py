"""The score figure shows that one score sees the decoder state."""

import torch

from attncourse import spec
from attncourse.chapter2.live.score import ScoreFigure


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def weights(kind, s):
    """The weights of this score, by the definition."""
    figure = ScoreFigure()
    parts = map(tensor, getattr(figure, kind).values())
    score, parts = getattr(spec.scores, kind), list(parts)
    scores = [score(tensor([s]), h, *parts) for h in tensor(figure.memory)]
    return spec.attention.softmax(torch.stack(scores))


def test_the_additive_weights_move_from_state_to_state():
    """Each of three states has most of the weight for some s."""
    rows = [weights("additive", s) for s in (-2.0, 0.0, 2.0)]
    assert [int(row.argmax()) for row in rows] == [0, 2, 1]
    assert min(row.max() for row in rows) > 0.8


def test_the_linear_weights_stand_still_and_are_those_of_the_example():
    for s in (-3.0, 0.7, 3.0):
        expected = spec.attention.softmax(tensor([2, 0, 1]))
        torch.testing.assert_close(weights("linear", s), expected)


def test_its_picture_says_the_numbers_of_the_definition():
    text = ScoreFigure().still().alt
    assert f"h₁: {weights('additive', -3.0)[0]:.2f} at -3" in text
    assert f"h₁: {weights('linear', 0.0)[0]:.2f} from -3 to 3" in text
