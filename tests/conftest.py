"""What all tests share: no screen, one thread, derived examples, and the paths
of the checkout.
"""

import os
from pathlib import Path

import hypothesis
import pytest
import torch

os.environ["MPLBACKEND"] = "agg"
torch.set_num_threads(1)
hypothesis.settings.register_profile(
    "default", deadline=None, derandomize=True, max_examples=25
)
hypothesis.settings.register_profile(
    "soak", deadline=None, derandomize=False, max_examples=1000
)
hypothesis.settings.load_profile("default")


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the checkout."""
    return Path(__file__).parent.parent


@pytest.fixture
def generator() -> torch.Generator:
    """A source of randomness with a fixed seed."""
    return torch.Generator().manual_seed(0)
