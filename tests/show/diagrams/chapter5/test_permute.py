"""What moves with the words, and what stays."""

import torch

from attnbook.show.diagrams.chapter5 import permute
from attnbook.show.diagrams.chapter5.hand import WORDS, written
from attnbook.show.diagrams.chapter5.permute import ORDER, TINTS, numbers
from tests.show.diagrams.toys import said

FIRST = tuple(range(len(WORDS)))


def test_the_order_is_a_permutation_that_moves_every_word():
    assert sorted(ORDER) == list(FIRST) and len(TINTS) == len(FIRST)
    assert all(new != old for new, old in enumerate(ORDER))


def test_outputs_move_with_the_words_and_the_query_reads_the_same():
    x, output, read = numbers(FIRST)
    shuffled, moved, same = numbers(ORDER)
    P = torch.eye(len(WORDS), dtype=torch.float64)[list(ORDER)]
    torch.testing.assert_close(shuffled, P @ x)
    torch.testing.assert_close(moved, P @ output)
    torch.testing.assert_close(same, read)


def test_the_drawing_says_both():
    drawing = permute()
    labels = said(drawing)
    _, output, read = (written(rows) for rows in numbers(ORDER))
    for row in output + read:
        assert all(labels.count(number) >= 2 for number in row)
    assert {"X", "PX", "O", "PO", "="} <= set(labels)
    assert "equivariant" in drawing.caption
    assert "invariant" in drawing.caption
