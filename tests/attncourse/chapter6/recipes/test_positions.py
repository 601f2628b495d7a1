"""The comparison of encodings, made small."""

import torch

from attncourse.chapter6 import order
from attncourse.chapter6.order import UNASKED
from attncourse.chapter6.recipes.positions import POSITIONS, STARTS, later
from tests.toys import unchecked


def test_random_starts_leave_room_for_the_sequence(generator):
    starts, ends = [], []
    for _ in range(30):
        tokens, _, start = STARTS.draw("back", generator)
        starts += start.tolist()
        ends += (start + tokens.shape[1]).tolist()
    assert max(ends) <= max(STARTS.tested)
    assert min(starts) < 5 and max(starts) > 200


def test_the_loss_is_that_of_what_is_asked(generator):
    model = POSITIONS.fresh({"question": "back", "kind": "none"}, 1)
    tokens, answers = POSITIONS.draw("back", generator)
    total, count = POSITIONS.loss(model, (tokens, answers))
    assert count == (answers != UNASKED).sum()
    logits = model(tokens).log_softmax(-1)
    asked = answers != UNASKED
    wanted = -logits[asked].gather(1, answers[asked][:, None]).sum()
    torch.testing.assert_close(total, wanted)


def test_the_second_half_is_counted(generator):
    test = order.fifth(3, 9, generator)
    assert later(test).sum(1).tolist() == [5, 5, 5]

    class Knows(torch.nn.Module):
        def forward(self, tokens):
            return torch.nn.functional.one_hot(tokens[:, 4:5], 16).expand(
                -1, tokens.shape[1], -1
            )

    with unchecked():
        assert POSITIONS.right(Knows(), "fifth", 32) == 1.0
        assert POSITIONS.right(Knows(), "back", 32) < 0.2


def test_a_learned_table_has_a_row_for_each_tested_place():
    model = POSITIONS.fresh({"question": "back", "kind": "learned"}, 1)
    assert len(model.places.table) == 256
