"""Which bag of digits has a nine: poolings by the size of the bag, and which of
them find the nine.
"""

import torch

from attncourse.chapter4.bags import SIDE, WIDE, mosaic
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, lines, seeds
from attncourse.experiments.results import Curve
from attncourse.figures import images, plots, tables

NAME = "bags-nine"
LABELS = {"mean": "mean", "max": "maximum", "attention": "attention"}


def opening_bag() -> Finding:
    """The bag that the chapter opens with."""
    stored = results.load(NAME)
    case = stored.samples["cases"][0]
    size = len(case["digits"])
    caption = f"""Bag {case["bag"] + 1} of {stored.recipe["tested"]:,} test
    bags: {size} handwritten digits. Each image has 8 by 8 pixels, so 64
    numbers."""
    alt = f"A bag of {size} handwritten digits in rows of {WIDE}."
    shown = images.picture(mosaic(case["digits"]), alt=alt)
    return Finding("bags.opening_bag", shown, caption, (stored,))


def opening() -> Finding:
    """What the mean and attention answer for that bag."""
    stored = results.load(NAME)
    case = stored.samples["cases"][0]
    assert case["rank"] is None, "the first case opens the chapter"
    said, own = case["said"], case["weights"][case["place"]]
    assert said["mean"] < 0.5 < said["attention"], "only attention is right"
    assert own == max(case["weights"]), "the nine has the largest weight"
    rows = [
        {
            "pooling": LABELS[name],
            "probability of a nine": said[name],
            "weight of the nine": weight,
        }
        for name, weight in (
            ("mean", 1 / len(case["weights"])),
            ("attention", own),
        )
    ]
    row, column = (n + 1 for n in divmod(case["place"], WIDE))
    caption = f"""The nine is in row {row}, column {column}. This is the first
    test bag that attention gets right, with its largest weight on the nine,
    and that the mean gets wrong. Trained on {stored.recipe["counts"][-1]:,}
    bags, one seed."""
    shown = tables.table(rows, digits=2)
    return Finding("bags.opening", shown, caption, (stored,))


def cases() -> Finding:
    """Three bags with a nine, chosen by rank alone."""
    stored = results.load(NAME)
    chosen = stored.samples["cases"][1:]
    ranks = [case["rank"] for case in chosen]
    assert ranks == sorted(ranks), "from the smallest weight to the largest"
    for case in chosen:
        assert case["weights"][case["place"]] == max(case["weights"]), "found"
    titles = [f"at {100 * rank / chosen[0]['of']:.0f}%" for rank in ranks]
    shown = plots.beside(
        *(
            images.picture(
                mosaic(case["digits"]),
                weights=torch.tensor(case["weights"]).reshape(-1, WIDE),
                boxes=[_cell(case["place"])],
                alt="A bag of digits, the nine framed with dashes.",
                title=title,
                small=True,
            )
            for title, case in zip(titles, chosen, strict=True)
        )
    )
    told = ", ".join(f"{case['said']['attention']:.2f}" for case in chosen)
    caption = f"""Three of the {chosen[0]["of"]} bags with a nine, sorted by
    the weight that attention gives the nine: numbers
    {", ".join(map(str, ranks[:-1]))} and {ranks[-1]}, counted from the
    smallest. In all three the nine has the largest weight. The nine is framed
    with dashes, the largest weight in orange; the darker an image, the less of
    it is read. Attention's probabilities of a nine: {told}. Trained on
    {stored.recipe["counts"][-1]:,} bags, one seed."""
    return Finding("bags.cases", shown, caption, (stored,))


def accuracy() -> Finding:
    """The mean loses with the size of the bag; the maximum and attention hold
    longer.
    """
    stored = results.load(NAME)
    table = stored.table("accuracy")
    few, many = stored.recipe["counts"]
    curves = {
        label: table.over(
            by="size", of="accuracy", where={"pool": pool, "bags": few}
        )
        for pool, label in LABELS.items()
    }
    mean, maximum, attention = curves.values()
    assert mean.mean[-1] < min(maximum.mean[-1], attention.mean[-1]) - 0.1, (
        "the mean loses most in the largest bags"
    )
    figure = lines(
        curves,
        xlabel="digits in the bag",
        ylabel="share of right answers",
        alt="Share of right answers against the digits in a bag, for three "
        "poolings.",
        limits=(0.45, 1),
    )
    rich = {
        pool: table.where(pool=pool, bags=many, size=mean.x[-1]).mean(
            "accuracy"
        )
        for pool in LABELS
    }
    caption = f"""Right answers after training on {few} bags. In bags of
    {mean.x[-1]}: mean {mean.mean[-1]:.2f}, maximum {maximum.mean[-1]:.2f},
    attention {attention.mean[-1]:.2f}; after {many:,} bags
    {rich["mean"]:.2f}, {rich["max"]:.2f} and {rich["attention"]:.2f}.
    {stored.recipe["tested"]:,} test bags of digits that no training has seen,
    half of them with a nine; {seeds(table)}, their range shaded."""
    return Finding("bags.accuracy", figure, caption, (stored,))


def found() -> Finding:
    """Attention finds the nine, though no image has a label; so does the
    maximum.
    """
    stored = results.load(NAME)
    table = stored.table("found")
    few, many = (
        {
            label: table.over(
                by="size", of="found", where={"bags": count, "pool": pool}
            )
            for pool, label in LABELS.items()
            if pool != "mean"
        }
        for count in stored.recipe["counts"]
    )
    for curve in many.values():
        assert min(curve.low) > 0.8, "with many bags, in every seed and size"
    for maximum, attention in (many.values(), few.values()):
        assert maximum.mean[-1] > attention.mean[-1], "the maximum is ahead"
        assert maximum.low[-1] < attention.high[-1], "their ranges overlap"
    chance = [1 / size for size in attention.x]
    random = Curve(attention.x, chance, chance, chance)
    figure = lines(
        {"pointing at random": random} | few,
        xlabel="digits in the bag",
        ylabel="share of nines that are found",
        alt="Share of nines that attention and the maximum find, against the "
        "digits in a bag.",
        limits=(0, 1),
    )
    both = (f"{curve.mean[-1]:.2f}" for curve in many.values())
    caption = f"""Bags have labels, images have none. Trained on
    {stored.recipe["counts"][0]} bags, attention finds {attention.mean[-1]:.2f}
    of the nines in bags of {attention.x[-1]}, the maximum
    {maximum.mean[-1]:.2f}; after {stored.recipe["counts"][-1]:,} bags
    {" and ".join(reversed([*both]))}. Pointing at random finds
    {chance[-1]:.3f}. {stored.recipe["tested"]:,} test bags, half of them with
    a nine; {seeds(table)}, their range shaded."""
    return Finding("bags.found", figure, caption, (stored,))


def _cell(place: int) -> tuple[int, int, int, int]:
    """The box of an image in a mosaic."""
    row, column = divmod(place, WIDE)
    left, top = SIDE * column, SIDE * row
    return left, top, left + SIDE, top + SIDE
