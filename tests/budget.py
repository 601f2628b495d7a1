"""A pytest plugin for nbval: what each notebook costs, a warning for one that
takes long, and a failure for one that takes too much memory, or far too long
for this machine.

Cost is the processor time of the kernel and its children, and the peak of their
resident memory together. Both are taken while nbval runs the notebook, so
nothing is run twice. A slow or busy machine makes all processor seconds longer,
so what fails is a ratio: to a small training that is timed beside the notebook.
`.ci/chapters` loads it by name.
"""

import threading
import time
from collections.abc import Iterator
from typing import NamedTuple

import psutil
import pytest

PERIOD = 0.1  # seconds between two looks at the memory


class Cost(NamedTuple):
    """Of one notebook: processor seconds, how many times those of `work` these
    are, and the peak of its memory in MB.
    """

    seconds: float
    ratio: float
    megabytes: float

    def __str__(self) -> str:
        return (
            f"{self.seconds:6.1f} s {self.ratio:5.0f} x {self.megabytes:6.0f} "
            f"MB"
        )


_costs: dict[str, Cost] = {}


def work() -> float:
    """Processor seconds of a small training, 0.2 on an idle machine of 2026.

    Updates are written out: `torch.optim` takes seconds to import.
    """
    import torch  # not before the workers need it

    torch.set_num_threads(1)
    x = torch.linspace(-1, 1, 64 * 16 * 32).reshape(64, 16, 32)
    model = torch.nn.Sequential(
        torch.nn.Linear(32, 128), torch.nn.ReLU(), torch.nn.Linear(128, 32)
    )
    began = time.process_time()
    for _ in range(200):
        model.zero_grad()
        (model(x) - x).square().mean().backward()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter -= 0.1 * parameter.grad
    return time.process_time() - began


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
        help="processor seconds from which on a notebook is warned of",
    )
    parser.addoption(
        "--budget-ratio",
        type=float,
        default=620,
        help="how many times a small training a notebook may take",
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
        notebook.beside = work()
        notebook.meter = Meter(notebook.kernel.km.provisioner.pid)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Iterator[None]:
    """After a notebook's last cell: note what it cost, fail if that is too
    much.
    """
    notebook = item.parent
    if not hasattr(notebook, "meter") or (
        nextitem is not None and nextitem.parent is notebook
    ):
        return (yield)
    seconds, peak = notebook.meter.stop()
    beside = (notebook.beside + work()) / 2
    cost = Cost(seconds, seconds / beside, peak)
    # as xdist sends it on: plain tuples
    item.user_properties.append(("cost", (notebook.nodeid, tuple(cost))))
    result = yield
    option = item.config.option
    for found, most, unit in (
        (cost.ratio, option.budget_ratio, "times a small training"),
        (cost.megabytes, option.budget_megabytes, "MB"),
    ):
        if found > most:
            pytest.fail(
                f"{notebook.name} is above its budget: {found:.0f} of "
                f"{most:.0f} {unit}",
                pytrace=False,
            )
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Collect the costs, here and from other processes."""
    if report.when == "teardown":
        for key, value in report.user_properties:
            if key == "cost":
                _costs[value[0]] = Cost(*value[1])


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """The table of costs, then a line for each notebook that takes long."""
    if _costs:
        terminalreporter.section("what the notebooks cost")
    for name, cost in sorted(_costs.items()):
        terminalreporter.write_line(f"{cost}  {name}")
    most = config.option.budget_seconds
    for name, cost in sorted(_costs.items()):
        if cost.seconds > most:
            terminalreporter.write_line(
                f"{name} takes long: {cost.seconds:.0f} of {most:.0f} s",
                yellow=True,
            )
