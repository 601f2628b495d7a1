"""What a small layer learns, and what it cannot."""

import math

import pytest
import torch

from attncourse.chapter5.live.train_here import (
    BACK,
    LiveTraining,
    circles,
    letters,
    uniform,
)


def right(**settings) -> list[float]:
    return LiveTraining(**settings).reads()["right"]


def test_two_heads_answer_two_questions_and_one_head_does_not():
    assert min(right(task="two")) > 0.98
    assert max(right(task="two", heads=1)) > 0.9
    assert min(right(task="two", heads=1)) < 0.6
    assert right(task="one", heads=1) == [1]


def test_letters_that_stand_before_take_positions():
    assert right(task="back") == [1]
    assert right(task="back", positions=False)[0] < 0.5
    assert right(task="back", positions=False, causal=True)[0] < 0.5


def test_a_wrong_switch_fails_and_a_small_rate_is_slower():
    assert max(right(task="two", causal=True)) < 0.8
    assert max(right(task="two", rate=0.1)) < 0.5
    assert max(right(task="two", rate=0.001)) < 0.8


def test_each_head_comes_to_read_one_of_the_two():
    figure = LiveTraining()
    weights = torch.tensor(figure.reads()["weights"])  # H T T
    seen = figure._batches(2000, 1)[0][2][0]  # T questions
    read = torch.stack(
        [
            weights.gather(2, s.expand(2, -1)[..., None]).mean((1, 2))
            for s in seen.T
        ]
    )
    assert read.amax(0).min() > 0.85
    assert read.argmax(0).sum() == 1, "each head another question"


def test_numbers_are_even_and_a_seed_decides_them():
    one, other = uniform(1, 6000), uniform(2, 6000)
    assert 0 <= one.min() < 0.01 < 0.99 < one.max() < 1
    assert one.mean() == pytest.approx(0.5, abs=0.02)
    assert (one == uniform(1, 6000)).all()
    assert (one != other).all()


def test_a_row_wants_what_stands_where_it_should_look():
    for make, size in ((circles, (6, 3)), (letters, (10,))):
        drawn = torch.from_numpy(uniform(1, 5 * math.prod(size)))
        x, wanted, seen = make(drawn.view(5, *size))
        own = x[..., -4:].argmax(-1) if make is circles else x.argmax(-1)
        for n, t, q in (wanted >= 0).nonzero().tolist():
            assert wanted[n, t, q] == own[n, seen[n, t, q]]
            assert make is circles or seen[n, t, q] == t - BACK
        assert (wanted < 0).equal(seen < 0)


def test_its_picture_says_what_was_trained_and_is_one_for_a_state():
    first, second = LiveTraining(task="one").still(), LiveTraining(task="one")
    assert "children with one question. Loss 1.39" in first.alt
    assert "after 300 updates 0.00; right 100%" in first.alt
    assert first.png == second.still().png
