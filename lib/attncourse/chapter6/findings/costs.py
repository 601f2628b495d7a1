"""What an encoding of positions costs."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots

MEGA = 10**6
NAMES = {"none": "none", "shaw": "Shaw", "rotary": "rotary"}


def by_length() -> Finding:
    """Turning queries and keys costs next to nothing; a learned number for each
    pair of words costs the square of the length.
    """
    stored = results.load("position-costs")
    lengths, table = stored.recipe["lengths"], stored.table("cost")
    seconds, memory = (
        {
            kind: table.where(kind=kind).column(of)
            for kind in stored.recipe["kinds"]
        }
        for of in ("seconds", "bytes")
    )
    last = {kind: memory[kind][-1] / MEGA for kind in memory}
    ratio = {kind: seconds[kind][-1] / seconds["none"][-1] for kind in seconds}
    assert ratio["rotary"] < 1.2 < 2 < ratio["shaw"], "time"
    assert last["rotary"] < last["shaw"] / 4, "memory"
    figure = plots.lines(
        lengths[1:],  # what is smaller than a few megabytes is noise
        {
            label: [x / MEGA for x in memory[k][1:]]
            for k, label in NAMES.items()
        },
        "words",
        "megabytes",
        logx=True,
        logy=True,
        ticks=True,
    )
    caption = f"""At {lengths[-1]:,} words a training step takes
    {last["rotary"]:.0f} MB with rotary positions and {last["shaw"]:,.0f} with
    Shaw's vectors. In time: {ratio["rotary"]:.1f} and {ratio["shaw"]:.1f} times
    a layer without positions."""
    return Finding("costs.by_length", figure, caption, (stored,))
