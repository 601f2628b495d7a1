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
"""Long tests that use the library as learners, readers and pages do."""


def of_users(path: Path) -> bool:
    """Whether the tests of a file are such long ones."""
    return any(path.is_relative_to(TESTS / name) for name in USERS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Do not trace the lines that users run: other tests reach them.

    The mark of pytest-cov would leave a second tracer at work in each process
    of pytest-xdist.
    """
    tracer = sys.gettrace()
    sys.settrace(None if of_users(item.path) else tracer)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture(autouse=True)
def shapes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check shapes at every call, but not for users: nor do theirs."""
    jaxtyping.config.update("jaxtyping_disable", of_users(request.path))
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
