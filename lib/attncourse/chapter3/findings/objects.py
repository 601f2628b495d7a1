"""What every further object costs a captioner, with attention and with one
vector.
"""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, lines

NAME = "caption-objects"
SIDES = {"attention": "with attention", "one vector": "one vector"}
BASELINE = "image-agnostic baseline"


def by_objects() -> Finding:
    """Attribute accuracy for each number of objects; all combinations are
    known, so that only their number changes.
    """
    stored, before = results.load(NAME), results.load("caption-scenes")
    known = stored.table("by_things").where(split="test")
    guessed = before.table("by_things").where(split="test", variant="blind")
    curves = {
        label: known.over(by="things", of="slots", where={"variant": side})
        for side, label in SIDES.items()
    }
    figure = lines(
        curves,
        {BASELINE: guessed.over(by="things", of="slots").mean},
        xlabel="objects in the scene",
        ylabel="attribute accuracy",
        alt="Attribute accuracy against the number of objects, for two "
        "captioners and a baseline.",
        limits=(0, 1),
    )
    last = known.where(things=known.column("things")[-1])
    low, high = [last.where(variant=side).column("slots") for side in SIDES]
    assert min(low) > max(high), "attention is ahead at six objects"
    shares = [last.where(variant=side).mean("slots") for side in SIDES]
    caption = f"""With six objects, attention gets {shares[0]:.0%} of the
    attributes right, but one vector only {shares[1]:.0%}. Shaded: the range of
    three seeds."""
    return Finding("objects.by_objects", figure, caption, (stored, before))
