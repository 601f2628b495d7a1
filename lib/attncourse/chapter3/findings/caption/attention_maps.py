"""Where captioners look: whether they look where they name, and what a change
does to it.
"""

from attncourse.chapter3.findings.caption.captioners import (
    ATTENTION,
    NAME,
    SPLIT,
    spread,
)
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds
from attncourse.figures import plots


def pointing() -> Finding:
    """How often the largest weight lies on the thing that a word names."""
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
    seen = table.where(variant=ATTENTION)
    assert min(seen.column("share")) > 3 * max(least.values()), "far above"
    figure = plots.bars(
        ["with\nattention", "decoder\nuntrained", "anywhere", "the middle"],
        {
            f"{word} words": [x for x, *_ in found]
            for word, found in words.items()
        },
        error={
            f"{word} words": (
                [low for _, low, _ in found],
                [high for *_, high in found],
            )
            for word, found in words.items()
        },
        xlabel="where the largest weight is",
        ylabel="share in the box of the thing",
        alt="Share of words whose largest weight lies in the box of their "
        "thing.",
    )
    colour, kind = (found[0][0] for found in words.values())
    near = [seen.where(word=word).mean("near") for word in words]
    caption = f"""With attention the largest weight lies in the box of the
    thing for {colour:.2f} of the colour words and {kind:.2f} of the kind
    words, and within half a place of it for {near[0]:.2f} and
    {near[1]:.2f}. A random point lies in {least["chance"]:.2f} of the boxes,
    the middle in {least["middle"]:.2f}. {seen.rows[0]["words"]:,} things in
    scenes with new combinations; the models read the right captions.
    {seeds(seen).capitalize()} with attention, their range marked, and one of
    the untrained decoder."""
    return Finding("caption.pointing", figure, caption, (stored,))


def changed() -> Finding:
    """What one change does to the slots and to where the model looks."""
    stored = results.load(NAME)
    slots = stored.table("scores").where(split=SPLIT)
    looks = stored.table("pointing").where(split=SPLIT)
    names = {
        ATTENTION: "as it is",
        "attention-frozen": "network\nfrozen",
        "attention-stochastic": "with\npenalty",
        "attention-no-places": "without\nplaces",
    }
    series = {
        "slots right": [spread(slots.where(variant=n), "slots") for n in names],
        "pointing": [spread(looks.where(variant=n), "share") for n in names],
    }
    figure = plots.bars(
        [*names.values()],
        {label: [x for x, *_ in found] for label, found in series.items()},
        error={
            label: ([low for _, low, _ in found], [high for *_, high in found])
            for label, found in series.items()
        },
        xlabel="model with attention",
        ylabel="share",
        alt="Slots right and pointing of four models with attention, each with "
        "one change.",
    )
    told = "; ".join(
        f"{label.replace(chr(10), ' ')} {slot[0]:.2f} and {look[0]:.2f}"
        for label, slot, look in zip(
            names.values(), *series.values(), strict=True
        )
    )
    plain, blurred = (
        looks.where(variant=name).mean("peak")
        for name in (ATTENTION, "attention-stochastic")
    )
    caption = f"""Share of slots right, and pointing accuracy: {told}. The
    largest weight is {plain:.2f} on average, {blurred:.2f} with the penalty.
    One change at a time, on scenes with new combinations;
    {seeds(slots.where(variant=ATTENTION))} of each model, their range
    marked."""
    return Finding("caption.changed", figure, caption, (stored,))
