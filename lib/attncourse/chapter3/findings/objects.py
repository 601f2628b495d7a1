"""What every further object costs a captioner, with attention and with one
vector.
"""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, lines

NAME = "caption-objects"
SIDES = {"attention": "with attention", "one vector": "one vector"}
BASELINE = "image-agnostic baseline"


def by_objects() -> Finding:
    """Attribute accuracy for each number of objects, with combinations of
    colour and class that training has shown, and with others.
    """
    stored, before = results.load(NAME), results.load("caption-scenes")
    table = stored.table("by_things")
    guessed = before.table("by_things").where(split="test", variant="blind")
    blind = {BASELINE: guessed.over(by="things", of="slots").mean}
    known, new = (
        {
            label: table.where(split=split).over(
                by="things", of="slots", where={"variant": side}
            )
            for side, label in SIDES.items()
        }
        for split in ("test", "held")
    )
    attentive, plain = known.values()
    assert attentive.low[-1] > plain.high[-1], "attention is ahead at six"
    unseen, learned = new.values()
    assert unseen.low[0] > learned.high[0] + 0.2, "and at one that is new"
    unknown = {f"{label}, new combinations": c for label, c in new.items()}
    figure = lines(
        known | unknown,
        blind,
        xlabel="objects in the scene",
        ylabel="attribute accuracy",
        alt="Attribute accuracy against the number of objects, for two "
        "captioners and a baseline, with known and with new combinations.",
        limits=(0, 1),
    )
    caption = f"""Known combinations of colour and class: with six objects
    attention gets {attentive.mean[-1]:.0%} of the attributes right, one vector
    {plain.mean[-1]:.0%}. New ones: with a single object {unseen.mean[0]:.0%}
    and {learned.mean[0]:.0%}. Three seeds."""
    return Finding("objects.by_objects", figure, caption, (stored, before))
