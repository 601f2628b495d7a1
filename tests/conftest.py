"""What all tests share: no screen, one thread, derived examples, and the paths
of the checkout.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import jaxtyping
import pytest

from tests.environment import ROOT, modules

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
pytest.register_assert_rewrite("tests.site.arriving", "tests.site.looks")
pytest_plugins = ["tests.site.browser"]
USERS = {"site", "project", "test_bank.py", "test_drawing.py"}
"""Tests that use the library as learners, readers and pages do."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--shapes` checks what annotations say of shapes, which takes a sixth of
    the time; `make cover` does.
    """
    parser.addoption("--shapes", action="store_true")


def pytest_configure(config: pytest.Config) -> None:
    """Before any of them is imported, the modules that state shapes are told
    to check them.
    """
    if config.getoption("shapes"):
        stated = [
            name
            for name, path in modules().items()
            if "from jaxtyping import" in path.read_text(encoding="utf-8")
        ]
        jaxtyping.install_import_hook(stated, "beartype.beartype")


def uses(path: Path) -> bool:
    """Whether a file of tests is one of these, or in one of these folders."""
    return not USERS.isdisjoint(path.relative_to(TESTS).parts)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Do not trace the lines that users and tests marked `long` run: it would
    take them half as long again.

    The mark of pytest-cov would leave a second tracer at work in each process
    of pytest-xdist.
    """
    tracer = sys.gettrace()
    skip = uses(item.path) or item.get_closest_marker("long")
    sys.settrace(None if skip else tracer)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Checks of shapes are no part of a model that is compiled: where they are
    on, tests marked `compiled` run in a process without.
    """
    marked = pyfuncitem.get_closest_marker("compiled")
    if not (marked and pyfuncitem.config.getoption("shapes")):
        return None
    alone = [sys.executable, "-m", "pytest", "-p", "no:nbval", "-q"]
    plain = os.environ | {"PYTEST_ADDOPTS": ""}  # there `--shapes` may stand
    subprocess.run([*alone, pyfuncitem.nodeid], check=True, cwd=ROOT, env=plain)
    return True


@pytest.fixture(autouse=True)
def shapes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check shapes at every call, but not for users: nor do theirs."""
    jaxtyping.config.update("jaxtyping_disable", uses(request.path))
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


@pytest.fixture
def bwrap() -> None:
    """Skips where bubblewrap is missing; in continuous integration it is
    there.
    """
    if shutil.which("bwrap") is None and os.environ.get("CI") != "true":
        pytest.skip("no bwrap on this machine (Debian: bubblewrap)")
