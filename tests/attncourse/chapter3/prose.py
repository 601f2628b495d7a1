"""Numbers that stand in sentences about chapter 3: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import results

PAGE = "chapters/03_image_captioning.ipynb"


def losses() -> list[float]:
    """Of one vector and of attention, on the scenes of training, at the best
    epoch of each seed, the mean.
    """
    table = results.load("caption-objects").table("epochs")
    found = []
    for side in ("one vector", "attention"):
        rows = table.where(variant=side)
        best = [
            min(rows.where(seed=seed).rows, key=lambda row: row["validation"])
            for seed in sorted(set(rows.column("seed")))
        ]
        found.append(sum(row["train"] for row in best) / len(best))
    return found


def single() -> list[float]:
    """Attributes of a single new object, in percent: attention, one vector."""
    table = results.load("caption-objects").table("by_things")
    rows = table.where(split="held", things=1)
    sides = ("attention", "one vector")
    return [100 * rows.where(variant=side).mean("slots") for side in sides]


SENTENCES = [
    (PAGE, "({:.2f} against {:.2f} nats per token)", *losses()),
    (
        PAGE,
        "of a single object it gets {:.0f}% of the attributes right, and "
        "attention {:.0f}%.",
        *reversed(single()),
    ),
]
