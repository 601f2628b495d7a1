"""The heads in the drawing are narrow, and look at different words."""

import torch

from attncourse.chapter5.drawings.heads import READS, H, T, weights


def test_each_row_of_each_head_reads_its_word_most():
    for head in range(H):
        found = weights(head)
        assert found.shape == (T, T)
        assert found.argmax(1).tolist() == list(READS[head])
        torch.testing.assert_close(found.sum(1), found.new_ones(T))
    assert len(READS) == H
    assert all(a != b for a, b in zip(*READS, strict=True))
