"""Whether captioners look where they name."""

from attncourse.chapter3.findings.caption.captioners import (
    ATTENTION,
    NAME,
    OBJECTS,
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
    stored, before = results.load(OBJECTS), results.load(NAME)
    table = stored.table("pointing").where(split=SPLIT, variant=ATTENTION)
    fresh = before.table("pointing").where(split=SPLIT, variant="untrained")
    anywhere = before.table("anywhere").where(split=SPLIT)
    least = {row["place"]: row["share"] for row in anywhere.rows}
    tested = stored.table("by_things").where(
        split=SPLIT, variant=ATTENTION, seed=stored.recipe["seeds"][0]
    )
    least["any"] = sum(tested.column("scenes")) / anywhere.rows[0]["words"]
    found = {
        word: [
            spread(table.where(word=word), "share"),
            spread(fresh.where(word=word), "share"),
            *[(least[name],) * 3 for name in ("any", "chance", "middle")],
        ]
        for word in NAMES
    }
    lowest = min(rows[0][1] for rows in found.values())
    assert lowest > 3 * max(least.values()), "far above the baselines"
    figure = plots.bars(
        [
            *("trained", "decoder\nuntrained", "any object"),
            *("random\npoint", "the middle"),
        ],
        {
            f"{NAMES[word]} words": [x for x, *_ in f]
            for word, f in found.items()
        },
        error={
            f"{NAMES[word]} words": (
                [low for _, low, _ in rows],
                [high for *_, high in rows],
            )
            for word, rows in found.items()
        },
        xlabel="who points",
        ylabel="pointing accuracy",
        alt="Share of words whose largest weight lies in the box of their "
        "object.",
    )
    colour, kind = (rows[0][0] for rows in found.values())
    caption = f"""The largest weight lies in the box for {colour:.0%} of the
    colour words and {kind:.0%} of the class words. Pointing at any object of
    the scene would hit {least["any"]:.0%}. Trained: three seeds."""
    sources = (stored, before)
    return Finding("caption.pointing", figure, caption, sources)
