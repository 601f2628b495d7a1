"""The common mistakes on a neutral attention and a neutral row: each is another one, and none is right."""

import torch

from attnbook import spec
from attnbook.check.mistakes import PICKS, Attention, attention_mistakes

GENERATOR = torch.Generator().manual_seed(0)
GIVEN = {
    "q": torch.randn(3, 2, generator=GENERATOR, dtype=torch.float64),
    "k": torch.randn(3, 5, 2, generator=GENERATOR, dtype=torch.float64),
    "h": torch.randn(3, 5, 7, generator=GENERATOR, dtype=torch.float64),
    "mask": torch.tensor([[1, 1, 0, 0, 1], [0, 1, 1, 1, 0], [1, 0, 1, 1, 0]], dtype=torch.bool),
}
DOT = Attention(lambda q, k, **_: (k @ q[..., None])[..., 0])


def test_the_right_steps_are_the_definition():
    context, weights = DOT(**GIVEN)
    for b in range(3):
        one = {name: value[b] for name, value in GIVEN.items()}
        expected = spec.weights(one["q"][None], one["k"], one["mask"][None], spec.dot)[0]
        torch.testing.assert_close(weights[b], expected)
        torch.testing.assert_close(context[b], spec.read(expected, one["h"]))


def test_a_sentence_that_sees_nothing_reads_nothing():
    context, weights = DOT(**GIVEN | {"mask": torch.zeros(3, 5, dtype=torch.bool)})
    assert not context.any()
    assert not weights.any()


def test_each_mistake_gives_other_weights():
    answers = [DOT(**GIVEN)[1], *(mistake.answer(**GIVEN)[1] for mistake in attention_mistakes(DOT))]
    for i, one in enumerate(answers):
        assert all(not torch.allclose(one, other) for other in answers[:i])


def test_the_context_of_a_mistake_is_made_with_its_weights():
    for mistake in attention_mistakes(DOT):
        context, weights = mistake.answer(**GIVEN)
        torch.testing.assert_close(context, torch.bmm(weights[:, None], GIVEN["h"])[:, 0])


def test_each_wrong_pick_takes_another_token():
    row = torch.tensor([-3.5, -4.5, -1.5, -2.5])
    assert [mistake.answer(row) for mistake in PICKS] == [1, -1, 3]
