"""Numbers that stand in sentences about chapter 3: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import results

PAGE = "chapters/03_image_captioning.ipynb"


def losses() -> list[float]:
    """Of one vector, at the best epoch of each seed, the mean on the scenes of
    training and on those of validation.
    """
    table = results.load("caption-objects").table("epochs")
    rows = table.where(variant="one vector")
    best = [
        min(rows.where(seed=seed).rows, key=lambda row: row["validation"])
        for seed in sorted(set(rows.column("seed")))
    ]
    return [
        sum(row[name] for row in best) / len(best)
        for name in ("train", "validation")
    ]


SENTENCES = [
    (PAGE, "on new ones ({:.2f} against {:.2f} nats per token)", *losses()),
]
