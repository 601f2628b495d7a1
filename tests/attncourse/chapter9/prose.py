"""Numbers that stand in sentences about chapter 9: a page, a sentence with
gaps, and what stands in each.
"""

from statistics import fmean

from attncourse.experiments import results

PAGE = "chapters/09_vision_transformer.ipynb"
EXERCISES = "chapters/exercises/09_vision_transformer.ipynb"


def percent(
    kind: str,
    images: int,
    of: str = "digits",
    *,
    column: str = "test",
    shuffled: bool = False,
) -> float:
    """A share of the test images, in percent: the mean of the seeds."""
    rows = results.load(f"vision-{of}").table("scores")
    where = {"kind": kind, "images": images, "shuffled": shuffled}
    return 100 * fmean(rows.where(**where).column(column))


def pointed(trained: bool) -> list[float]:
    """How often the rollout hits the box, in percent, by seed."""
    rows = results.load("vit-scenes").table("pointing")
    rows = rows.where(map="rollout", trained=trained)
    return [100 * share for share in rows.column("share")]


DIGITS = {
    name: results.load(f"vit-digits{name}").value("accuracy")
    for name in ("", "-none")
}
FEW, MANY = 50, 1200

SENTENCES = [
    (
        PAGE,
        "each gets {:.0f}% of the test digits right",
        percent("ViT", MANY),
    ),
    (
        PAGE,
        "changes {:.0f}% of its predictions and {:.0f}% of the CNN's",
        percent("ViT", MANY, column="moved"),
        percent("CNN", 200, column="moved"),
    ),
    (
        PAGE,
        "the CNN leads the ViT by {:.0f} points",
        percent("CNN", FEW) - percent("ViT", FEW),
    ),
    (
        PAGE,
        "which does bring assumptions along, raises it to {:.0f}% (",
        percent("ViT, stem", FEW, "hybrid"),
    ),
    (
        PAGE,
        "With such a layer the same CNN gets {:.0f} in 100",
        percent("CNN, hidden layer", 20_000, "twins"),
    ),
    (
        PAGE,
        "do not see both digits whole, in {:.0f}.",
        percent("CNN", 20_000, "twins"),
    ),
    (PAGE, "enough for about {word} of ten", round(10 * DIGITS["-none"])),
    (PAGE, "rotated and sheared digits, gets {:.0f}%", 100 * DIGITS[""]),
    (
        PAGE,
        "With {} digits it gets {:.0f}% right, as many as the CNN",
        *(FEW, percent("MLP", FEW)),
    ),
    (
        PAGE,
        "they alone raise accuracy from {:.0f}% to {:.0f}%",
        percent("ViT", FEW),
        percent("ViT, large patches", FEW, "hybrid"),
    ),
    (
        PAGE,
        "changes {:.0f}% of its predictions, and {:.0f}% of the MLP's",
        *(percent(kind, FEW, column="moved") for kind in ("CNN", "MLP")),
    ),
    (
        PAGE,
        "200 digits were too few ({:.0f}% right)",
        percent("ViT", 200),
    ),
    (
        PAGE,
        "even then it makes {word} times as many mistakes",
        round((100 - percent("ViT", MANY)) / (100 - percent("CNN", MANY))),
    ),
    (
        PAGE,
        "In {:.0f} of 100 scenes the largest weight of the rollout lies in the "
        "box. A random patch lies in it in {:.0f} of 100",
        fmean(pointed(True)),
        100 * results.load("vit-scenes").value("chance"),
    ),
    (
        PAGE,
        "{:.0f} times on average, from {:.0f} to {:.0f} with three seeds",
        fmean(pointed(False)),
        *(min(pointed(False)), max(pointed(False))),
    ),
    (
        PAGE,
        "the ViT is right in {:.0f} of 100",
        percent("ViT", 20_000, "twins"),
    ),
    (
        EXERCISES,
        "is right for {:.0f} of 100 test digits. Its twin `vit-digits-none` "
        "has no positions, and is right for {:.0f} of 100",
        *(100 * DIGITS[name] for name in ("", "-none")),
    ),
    (
        EXERCISES,
        "its ViT reads {:.0f}% of the test digits, and its CNN {:.0f}%",
        *(percent(kind, FEW) for kind in ("ViT", "CNN")),
    ),
]
