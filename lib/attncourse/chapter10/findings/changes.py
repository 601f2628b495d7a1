"""Five changes of a decoder since 2017, each alone and all together."""

from math import log
from statistics import fmean

from attncourse.chapter10.recipes.changes import ALL, NONE
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds, span
from attncourse.experiments.results import Result
from attncourse.figures import tables

NAME, ROTARY = "five-changes", "rotary"


def table() -> Finding:
    """What each of five changes does at equal parameters: to the bits of a
    token, at the end and after equal time, and to the cache.
    """
    stored = results.load(NAME)
    scores, changes = stored.table("scores"), stored.recipe["changes"]
    sizes = scores.column("parameters")
    assert max(sizes) < 1.01 * min(sizes), "equal parameters"
    cache = {
        change: scores.where(change=change).mean("cache") for change in changes
    }
    assert cache[ALL] == cache[NONE] / 4, "a quarter of the cache"
    bits = {
        change: [
            loss / log(2) for loss in scores.where(change=change).column("loss")
        ]
        for change in changes
    }
    others = [bits[name] for name in changes if name not in (ROTARY, ALL)]
    assert max(bits[ROTARY] + bits[ALL]) < min(map(min, others)), "rotary helps"
    assert all(
        min(one) <= max(bits[NONE]) and max(one) >= min(bits[NONE])
        for one in others
    ), "the others lie within the seeds"
    least = min(_seconds(stored, change) for change in changes)
    timed = {change: _by(stored, change, least) for change in changes}
    rows = [
        {
            "change": change,
            "bits per token": f"{fmean(found):.2f}",
            "range": span(found),
            "after equal time": f"{timed[change] - timed[NONE]:+.2f} bits",
            "cache, bytes": f"{cache[change]:,.0f}",
        }
        for change, found in bits.items()
    ]
    caption = f"""Every version with rotary positions needs fewer bits than any
    without. Bits per token on test captions ({seeds(scores)}, until the loss
    stopped falling), and the gap after {least / 60:.0f} minutes on one
    processor."""
    return Finding("changes.table", tables.table(rows), caption, (stored,))


def _pace(stored: Result, change: str) -> float:
    """Seconds of the processor for an epoch, of the least disturbed training of
    a change.
    """
    chosen = stored.table("runs").where(change=change, chosen=1).rows
    return min(float(row["processor"]) / row["epochs"] for row in chosen)


def _seconds(stored: Result, change: str) -> float:
    """The shortest training of a change, at that pace."""
    chosen = stored.table("runs").where(change=change, chosen=1)
    return min(chosen.column("epochs")) * _pace(stored, change)


def _by(stored: Result, change: str, seconds: float) -> float:
    """The fewest bits of any epoch within so many seconds, at the pace of the
    change, the mean of the seeds.
    """
    epochs = stored.table("epochs").where(change=change)
    last = seconds / _pace(stored, change)
    return fmean(
        min(
            row["validation"] / log(2)
            for row in epochs.where(seed=seed).rows
            if row["epoch"] <= last + 1e-9
        )
        for seed in stored.recipe["seeds"]
    )
