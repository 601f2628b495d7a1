"""The comparison of encodings, made small."""

import torch

from attncourse.chapter6.order import UNASKED
from attncourse.chapter6.recipes.positions import GRIDS, POSITIONS, later
from tests.toys import unchecked


def test_random_starts_leave_room_for_the_sequence(generator):
    for kind, random in (("learned", False), ("learned, random starts", True)):
        starts, ends = [], []
        for _ in range(30):
            tokens, _, start = POSITIONS.draw("back", kind, generator)
            starts += start.tolist()
            ends += (start + tokens.shape[1]).tolist()
        assert max(ends) <= max(POSITIONS.tested)
        assert (max(starts) > 200) == random
        assert min(starts) < (5 if random else 1)


def test_the_loss_is_that_of_what_is_asked(generator):
    model = POSITIONS.fresh({"question": "back", "kind": "none"}, 1)
    tokens, answers, start = POSITIONS.draw("back", "none", generator)
    total, count = POSITIONS.loss(model, (tokens, answers, start))
    assert count == (answers != UNASKED).sum()
    logits = model(tokens).log_softmax(-1)
    asked = answers != UNASKED
    wanted = -logits[asked].gather(1, answers[asked][:, None]).sum()
    torch.testing.assert_close(total, wanted)


def test_the_second_half_is_counted(generator):
    test = POSITIONS.question("fifth").draw(3, 9, generator)
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
    model = GRIDS.fresh({"question": "above", "kind": "learned, no mask"}, 1)
    assert len(model.places.table) == 16**2
