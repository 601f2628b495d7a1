"""What moves with the words, and what stays."""

import torch

from attncourse.chapter5.drawings.hand import WORDS
from attncourse.chapter5.drawings.permute import ORDER, numbers

FIRST = tuple(range(len(WORDS)))


def test_outputs_move_with_the_words_and_the_query_reads_the_same():
    x, output, read = numbers(FIRST)
    shuffled, moved, same = numbers(ORDER)
    P = torch.eye(len(WORDS), dtype=torch.float64)[list(ORDER)]
    torch.testing.assert_close(shuffled, P @ x)
    torch.testing.assert_close(moved, P @ output)
    torch.testing.assert_close(same, read)
