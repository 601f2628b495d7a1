"""The numbers in the drawing by hand are those of the definitions."""

import pytest
import torch

from attncourse.chapter5.drawings.hand import WORDS, numbers, written


def test_by_hand_is_what_torch_computes():
    x, found = torch.tensor(WORDS, dtype=torch.float64), numbers()
    expected = torch.nn.functional.scaled_dot_product_attention(
        x, x, x, scale=1.0
    )
    torch.testing.assert_close(found["output"], expected)
    torch.testing.assert_close(found["scores"], x @ x.T)
    torch.testing.assert_close(found["weights"], (x @ x.T).softmax(1))


def test_the_written_weights_make_the_written_output():
    found = {name: written(rows) for name, rows in numbers().items()}
    x = torch.tensor(WORDS, dtype=torch.float64)
    shown = torch.tensor(
        [[float(n) for n in row] for row in found["weights"]],
        dtype=torch.float64,
    )
    assert shown.sum(1).tolist() == pytest.approx([1] * len(WORDS))
    assert written(shown @ x) == found["output"]
