"""What the tests of the definitions share."""

import torch


def vector(*numbers: float) -> torch.Tensor:
    """The numbers as a vector of float64."""
    return torch.tensor(numbers, dtype=torch.float64)
