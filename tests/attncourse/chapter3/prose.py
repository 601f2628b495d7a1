"""Numbers that stand in sentences about chapter 3: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import results

PAGE = "chapters/03_image_captioning.ipynb"


def single() -> list[float]:
    """Classes of a single new object, in percent: one vector, attention."""
    table = results.load("caption-objects").table("by_things")
    rows = table.where(split="held", things=1)
    sides = ("one vector", "attention")
    return [100 * rows.where(variant=side).mean("kinds") for side in sides]


SENTENCES = [
    (
        PAGE,
        "only {:.0f}% of the classes; attention gets {:.0f}%.",
        *single(),
    ),
]
