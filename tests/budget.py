"""A pytest plugin for nbval: what each notebook costs, and a failure for one
above its budget.

Cost is the processor time of the kernel and its children, and the peak of their
resident memory together. Both are taken while nbval runs the notebook, so
nothing is run twice. `.ci/chapters` loads it by name.
"""

import threading
from collections.abc import Iterator

import psutil
import pytest

PERIOD = 0.1  # seconds between two looks at the memory

_costs: dict[str, tuple[float, float]] = {}


class Meter:
    """Watches one process and its children until `stop`."""

    def __init__(self, pid: int):
        self.process, self.peak, self.seconds = psutil.Process(pid), 0.0, 0.0
        self._children: dict[int, float] = {}
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> tuple[float, float]:
        """Processor seconds since the process began, and the peak of its
        resident memory in MB.
        """
        self._done.set()
        self._thread.join()
        self._look()
        return self.seconds, self.peak

    def _watch(self) -> None:
        while not self._done.wait(PERIOD):
            self._look()

    def _look(self) -> None:
        try:
            times = self.process.cpu_times()
            memory = self.process.memory_info().rss
            for child in self.process.children(recursive=True):
                memory += child.memory_info().rss
                self._children[child.pid] = sum(child.cpu_times()[:2])
        except psutil.NoSuchProcess:
            return
        # A child that ended is in the children's times of its parent once
        # waited for; take the larger account.
        self.seconds = (
            times.user
            + times.system
            + max(
                sum(self._children.values()),
                times.children_user + times.children_system,
            )
        )
        self.peak = max(self.peak, memory / 2**20)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The budget of one notebook."""
    parser.addoption(
        "--budget-seconds",
        type=float,
        default=60,
        help="processor seconds that a notebook may take",
    )
    parser.addoption(
        "--budget-megabytes",
        type=float,
        default=2048,
        help="memory that a notebook may take at its peak",
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Once the kernel of a notebook is up, watch it."""
    result = yield
    notebook = item.parent
    if getattr(notebook, "kernel", None) and not hasattr(notebook, "meter"):
        notebook.meter = Meter(notebook.kernel.km.provisioner.pid)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Iterator[None]:
    """After a notebook's last cell: note what it cost, fail if that is too
    much.
    """
    meter = getattr(item.parent, "meter", None)
    last = meter and (nextitem is None or nextitem.parent is not item.parent)
    seconds, peak = meter.stop() if last else (0.0, 0.0)
    if last:
        item.user_properties.append(
            ("cost", (item.parent.nodeid, seconds, peak))
        )
    result = yield
    most = (
        item.config.option.budget_seconds,
        item.config.option.budget_megabytes,
    )
    if seconds > most[0] or peak > most[1]:
        cost = (
            f"{seconds:.0f} of {most[0]:.0f} s, {peak:.0f} of {most[1]:.0f} MB"
        )
        pytest.fail(
            f"{item.parent.name} is above its budget: {cost}", pytrace=False
        )
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Collect the costs, here and from other processes."""
    if report.when == "teardown":
        _costs.update(
            {
                name: (seconds, peak)
                for key, (name, seconds, peak) in report.user_properties
                if key == "cost"
            }
        )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table of costs."""
    if _costs:
        terminalreporter.section("what the notebooks cost")
    for name, (seconds, peak) in sorted(_costs.items()):
        terminalreporter.write_line(f"{seconds:6.1f} s {peak:6.0f} MB  {name}")
