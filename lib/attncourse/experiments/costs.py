"""What a step costs: seconds, in rounds in which all take turns, and memory, in
a process of its own.
"""

import multiprocessing
import re
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

from attnbook.train import engine
from attncourse.experiments.trials import Case, Rows

Step = Callable[[], None]
Maker = Callable[..., Step]
"""Makes a step, from its sizes; a function of a module, so that another process
finds it.
"""


def by_length(
    make: Maker, recipe: Any, kinds: Any, lengths: Any, count: int
) -> Rows:
    """A row for each kind and length: the median seconds of `count` rounds, and
    the peak bytes, of make(recipe, kind, length).
    """
    rows: Rows = []
    for length in lengths:
        steps = {kind: make(recipe, kind, length) for kind in kinds}
        times = rounds(steps, count)
        for kind in kinds:
            of: Case = {"kind": kind, "length": length}
            sizes = [(recipe, kind, size) for size in (lengths[0], length)]
            peak = afresh(peak_bytes, make, *sizes)
            rows.append(of | {"seconds": times[kind], "bytes": peak})
    return rows


def rounds(ways: dict[Any, Step], count: int) -> dict[Any, float]:
    """The median seconds of each way over so many rounds."""
    return {name: median(found) for name, found in turns(ways, count).items()}


def turns(ways: dict[Any, Step], count: int) -> dict[Any, list[float]]:
    """The seconds of each way in each of so many rounds, in which they take
    turns; one round before goes uncounted. Raises ValueError for a run with
    options or several processes: times are of one plain process.
    """
    if options := engine.told():
        raise ValueError(
            f"times are of a plain run: leave out {', '.join(options)}"
        )
    times: dict[Any, list[float]] = {name: [] for name in ways}
    for _ in range(count + 1):
        for name, way in ways.items():
            began = time.perf_counter()
            way()
            times[name].append(time.perf_counter() - began)
    return {name: found[1:] for name, found in times.items()}


def afresh(function: Callable[..., Any], *given: Any) -> Any:
    """What a function returns in a process of its own."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, spawn) as pool:
        return pool.submit(function, *given).result()


def peak_bytes(make: Maker, small: tuple[Any, ...], large: Any) -> int:
    """How much more memory than before the large step takes at its peak, in
    this process, which must be fresh; the small one loads what is loaded once.
    Linux counts it.
    """
    make(*small)()
    step = make(*large)
    Path("/proc/self/clear_refs").write_text("5")  # the peak counts anew
    before = _status("VmRSS")
    step()
    return _status("VmHWM") - before


def _status(name: str) -> int:
    """A line of the process's memory account, in bytes."""
    text = Path("/proc/self/status").read_text(encoding="utf-8")
    found = re.search(rf"{name}:\s+(\d+) kB", text)
    assert found
    return 1024 * int(found[1])
