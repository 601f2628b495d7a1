"""What moves with the words, and what stays."""

import torch

from attnbook.show.diagrams.chapter5.hand import WORDS
from attnbook.show.diagrams.chapter5.permute import ORDER, numbers

FIRST = tuple(range(len(WORDS)))


def test_outputs_move_with_the_words_and_the_query_reads_the_same():
    x, output, read = numbers(FIRST)
    shuffled, moved, same = numbers(ORDER)
    P = torch.eye(len(WORDS), dtype=torch.float64)[list(ORDER)]
    torch.testing.assert_close(shuffled, P @ x)
    torch.testing.assert_close(moved, P @ output)
    torch.testing.assert_close(same, read)
