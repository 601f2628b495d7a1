"""What all tests share: no screen, one thread, derived examples, and the paths
of the checkout.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import jaxtyping
import pytest

if TYPE_CHECKING:  # its import takes seconds, before the workers start too
    from torch import Generator

os.environ |= {"MPLBACKEND": "agg", "OMP_NUM_THREADS": "1"}
hypothesis.settings.register_profile(
    "default", deadline=None, derandomize=True, max_examples=25
)
hypothesis.settings.register_profile(
    "soak", deadline=None, derandomize=False, max_examples=1000
)
hypothesis.settings.load_profile("default")

TESTS = Path(__file__).parent
USERS = (
    "check/test_bank.py",
    "check/test_exercises.py",
    "project",
    "show/diagrams/test_drawing.py",
    "site",
)
"""Tests that use the library as learners, readers and pages do."""


def among(path: Path, names: tuple[str, ...]) -> bool:
    """Whether a file of tests is one of these, or in one of these folders."""
    return any(path.is_relative_to(TESTS / name) for name in names)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Do not trace the lines that users and tests marked `long` run: it would
    take them half as long again.

    The mark of pytest-cov would leave a second tracer at work in each process
    of pytest-xdist.
    """
    tracer = sys.gettrace()
    skip = among(item.path, USERS) or item.get_closest_marker("long")
    sys.settrace(None if skip else tracer)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture(autouse=True)
def shapes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check shapes at every call, but not for users: nor do theirs."""
    jaxtyping.config.update("jaxtyping_disable", among(request.path, USERS))
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the checkout."""
    return Path(__file__).parent.parent


@pytest.fixture
def generator() -> "Generator":
    """A source of randomness with a fixed seed."""
    from torch import Generator

    return Generator().manual_seed(0)
