"""Numbers that stand in sentences about chapter 3: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import results

PAGE = "chapters/03_image_captioning.ipynb"


def vectors(*names: str) -> list[int]:
    """How many numbers the vector of a captioner has."""
    variants = results.load("caption-scenes").recipe["variants"]
    sizes = {one["name"]: one["vector"] for one in variants}
    return [sizes[name] for name in names]


SENTENCES = [
    (
        PAGE,
        "*Wide* is a vector of {} numbers instead of {}, from a wider MLP.",
        *vectors("none-wide", "none"),
    ),
]
