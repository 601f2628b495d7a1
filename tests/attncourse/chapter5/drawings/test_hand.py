"""The numbers in the drawing by hand are those of the definitions."""

import pytest
import torch

from attncourse.chapter5.drawings.hand import WORDS, numbers, written


def test_the_written_weights_make_the_written_output():
    found = {name: written(rows) for name, rows in numbers().items()}
    x = torch.tensor(WORDS, dtype=torch.float64)
    shown = torch.tensor(
        [[float(n) for n in row] for row in found["weights"]],
        dtype=torch.float64,
    )
    assert shown.sum(1).tolist() == pytest.approx([1] * len(WORDS))
    assert written(shown @ x) == found["output"]
