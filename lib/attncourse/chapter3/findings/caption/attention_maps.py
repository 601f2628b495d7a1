"""Whether captioners look where they name."""

from attncourse.chapter3.findings.caption.captioners import (
    ATTENTION,
    NAME,
    SPLIT,
    spread,
)
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots

NAMES = {"colour": "colour", "kind": "class"}
"""What the words of a caption name."""


def pointing() -> Finding:
    """How often the largest weight lies on the object that a word names."""
    stored = results.load(NAME)
    table = stored.table("pointing").where(split=SPLIT)
    anywhere = stored.table("anywhere").where(split=SPLIT)
    least = {row["place"]: row["share"] for row in anywhere.rows}
    words = {
        word: [
            spread(table.where(variant=name, word=word), "share")
            for name in (ATTENTION, "untrained")
        ]
        + [(share, share, share) for share in least.values()]
        for word in ("colour", "kind")
    }
    lowest = min(low for found in words.values() for _, low, _ in found[:1])
    assert lowest > 3 * max(least.values()), "far above the baselines"
    figure = plots.bars(
        ["trained", "decoder\nuntrained", "random\npoint", "the middle"],
        {
            f"{NAMES[word]} words": [x for x, *_ in found]
            for word, found in words.items()
        },
        error={
            f"{NAMES[word]} words": (
                [low for _, low, _ in found],
                [high for *_, high in found],
            )
            for word, found in words.items()
        },
        xlabel="what points",
        ylabel="pointing accuracy",
        alt="Share of words whose largest weight lies in the box of their "
        "object.",
    )
    (colour, low, high), kind = (found[0] for found in words.values())
    caption = f"""The largest weight lies in the box for {colour:.0%} of the
    colour words ({low:.0%} to {high:.0%} by seed) and {kind[0]:.0%} of the
    class words, but a random point for only {least["chance"]:.0%}. Three
    seeds."""
    return Finding("caption.pointing", figure, caption, (stored,))
