"""Numbers that stand in sentences about chapter 9: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes, results

PAGE = "chapters/09_vision_transformer.ipynb"
EXERCISES = "chapters/exercises/09_vision_transformer.ipynb"


def classified(
    column: str, kind: str, of: str = "digits", *, shuffled: bool = False
) -> list[float]:
    """A column of the comparison of ViT and CNN, over the number of images."""
    rows = results.load(f"vision-{of}").table("scores")
    where = {"kind": kind, "shuffled": shuffled}
    return rows.over(by="images", of=column, where=where).mean


def shuffle_costs(kind: str, of: str = "digits") -> float:
    """How many of 100 test images fewer are right under one fixed shuffle, on
    average.
    """
    rows = results.load(f"vision-{of}").table("scores").where(kind=kind)
    right = [rows.where(shuffled=x).mean("test") for x in (False, True)]
    return 100 * (right[0] - right[1])


def costs_of_the_shuffle() -> list[float]:
    """How many of 100 digits fewer the CNN has right under the shuffle, over
    the number of images.
    """
    whole, torn = (classified("test", "CNN", shuffled=x) for x in (False, True))
    return [100 * (a - b) for a, b in zip(whole, torn, strict=True)]


def helped(kind: str) -> list[float]:
    """How many of 100 test digits a model gains by moves in training, over the
    number of digits.
    """
    both = (classified("test", kind, of) for of in ("digits", "digits-plain"))
    return [100 * (a - b) for a, b in zip(*both, strict=True)]


def pretrained_gain(over: str) -> list[float]:
    """How many of 100 photographs more the pretrained ViT has right than a
    model from scratch, over the number of labels.
    """
    stored = results.load("vision-cifar-masked")
    counts = [count for count, _ in stored.recipe["budgets"]]
    rows = results.load("vision-cifar").table("scores")
    rows = rows.where(kind=over, shuffled=False)
    return [
        100 * (ours - rows.where(images=count).mean("test"))
        for count, ours in zip(
            counts, classified("test", "ViT", "cifar-masked"), strict=True
        )
    ]


def lead(shuffled: bool, images: int) -> float:
    """How many of 100 photographs more the CNN has right than the ViT."""
    rows = results.load("vision-cifar").table("scores")
    rows = rows.where(shuffled=shuffled, images=images)
    vit, cnn = (rows.where(kind=kind).mean("test") for kind in ("ViT", "CNN"))
    return 100 * (cnn - vit)


def ahead_of_the_whole_grid() -> list[float]:
    """How many of 100 pairs of digits more the ViT has right, over the number
    of images.
    """
    vit = classified("test", "ViT", "twins")
    cnn = classified("test", "CNN, whole grid", "twins-whole")
    return [100 * (a - b) for a, b in zip(vit, cnn, strict=True)]


def changed() -> int:
    """How many of the digits of the opening the CNN reads otherwise, moved."""
    shown = results.load("vision-digits").samples["examples"]
    return sum(len({*example["CNN"]}) > 1 for example in shown)


def pointed(trained: bool, by: str = "rollout") -> list[float]:
    """How often a map hits the box, in percent, by seed."""
    rows = results.load("vit-scenes").table("pointing")
    rows = rows.where(map=by, trained=trained)
    return [100 * share for share in rows.column("share")]


def mean(values: list[float]) -> float:
    """Their mean."""
    return sum(values) / len(values)


DIGITS = {
    name: results.load(f"vit-digits{name}").value("accuracy")
    for name in ("", "-none")
}

# right test photographs after 5,000 to learn from
FEW = {
    kind: classified("test", kind, of)[-1]
    for kind, of in (
        ("ViT", "cifar"),
        ("CNN", "cifar"),
        ("ViT, both", "cifar-hybrid"),
        ("ViT, offsets", "cifar-hybrid"),
        ("ViT, stem", "cifar-hybrid"),
    )
}

RECIPE = recipes.load("vision-digits")
UPDATES = RECIPE.settings.epochs * (RECIPE.each // RECIPE.batch)

SENTENCES = [
    (PAGE, "changes its prediction for {word} of the six", changed()),
    (
        PAGE,
        "a step of one pixel changes {:.0f}% of its predictions, and "
        "{:.0f}% of the ViT's",
        *(100 * classified("moved", kind)[0] for kind in ("CNN", "ViT")),
    ),
    (
        PAGE,
        "enough for {word} of ten digits",
        round(10 * DIGITS["-none"]),
    ),
    (
        PAGE,
        "it is worth {:.0f} digits in 100",
        100 * (DIGITS[""] - DIGITS["-none"]),
    ),
    (
        PAGE,
        "That costs {:.0f} to {:.0f} digits in 100. The ViT seems to gain "
        "{:.3f}",
        *(extreme(costs_of_the_shuffle()) for extreme in (min, max)),
        -shuffle_costs("ViT") / 100,
    ),
    (
        PAGE,
        "by {:.0f} in 100 at best. With 1,200 digits they cost it {:.0f} in "
        "100, as many as they cost the CNN with 50",
        max(helped("ViT")),
        -helped("ViT")[-1],
    ),
    (
        PAGE,
        "cost it {:.0f} in 100, as many as they cost the CNN with 50",
        -helped("CNN")[0],
    ),
    (
        PAGE,
        "it then reads moved digits better, {:.3f}, we",
        results.load("vit-digits-none").value("moved"),
    ),
    (
        PAGE,
        "the shuffled CNN still reads {:.2f}",
        classified("test", "CNN", shuffled=True)[0],
    ),
    (PAGE, "with 1,200 it costs {:.0f} in 100", -helped("ViT")[-1]),
    (
        PAGE,
        "Moves cut that to {:.0f}%, too",
        100 * classified("moved", "CNN")[-1],
    ),
    (
        PAGE,
        "changes {:.0f}% of the ViT's predictions instead of {:.0f}%. The CNN "
        "changes {:.0f}% of its predictions without",
        *(
            100 * classified("moved", kind, of)[-1]
            for kind, of in (
                ("ViT", "digits"),
                ("ViT", "digits-plain"),
                ("CNN", "digits-plain"),
            )
        ),
    ),
    (
        PAGE,
        "it is {:.0f} in 100 unshuffled, and {:.0f} in 100 shuffled; with 500, "
        "{:.0f} and {:.0f}",
        *(lead(shuffled, n) for n in (5000, 500) for shuffled in (False, True)),
    ),
    (
        PAGE,
        "by {:.0f} photographs in 100 with 500 labels, and by {:.0f} with "
        "5,000. The CNN, without any pretraining, stays ahead by {:.0f} "
        "to {:.0f}.",
        *(pretrained_gain("ViT")[0], pretrained_gain("ViT")[-1]),
        *sorted(-gain for gain in pretrained_gain("CNN"))[::2],
    ),
    (
        PAGE,
        "In {:.0f} of 100 scenes the largest weight lies in the box. A random "
        "patch lies in it in {:.0f} of 100",
        mean(pointed(True)),
        100 * results.load("vit-scenes").value("chance"),
    ),
    (
        PAGE,
        "{:.0f} times on average, from {:.0f} to {:.0f} by seed",
        mean(pointed(False)),
        *(min(pointed(False)), max(pointed(False))),
    ),
    (
        PAGE,
        "It depends on the seed: in block 1 from {:.0f} to {:.0f} times in 100",
        *sorted(pointed(False, "block 1"))[::2],
    ),
    (
        PAGE,
        "the step from {:.0f} to {:.0f} in 100",
        *(mean(pointed(trained)) for trained in (False, True)),
    ),
    (
        PAGE,
        "but 150 updates instead of {}",
        UPDATES,
    ),
    (
        PAGE,
        "the ViT is right in {:.0f} of 100",
        100 * classified("test", "ViT", "twins")[-1],
    ),
    (
        PAGE,
        "it gets {:.2f} right with 20,000 images",
        classified("test", "CNN", "twins-deep")[-1],
    ),
    (
        PAGE,
        "It gets {:.2f} and {:.2f} right",
        *classified("test", "CNN, whole grid", "twins-whole"),
    ),
    (
        PAGE,
        "at this one rate it is ahead of this CNN by {:.0f} and {:.0f} in 100",
        *ahead_of_the_whole_grid(),
    ),
    (
        EXERCISES,
        "is right for {:.0f} of 100 test digits. Its twin `vit-digits-none` "
        "has no positions, and is right for {:.0f} of 100",
        *(100 * DIGITS[name] for name in ("", "-none")),
    ),
    (
        EXERCISES,
        "The chapter's ViT has {:.0f} of 100 test photographs right, its CNN "
        "{:.0f}.",
        *(100 * FEW[kind] for kind in ("ViT", "CNN")),
    ),
    (
        EXERCISES,
        "the stem alone has {:.0f} of 100 test photographs right, both parts "
        "{:.0f}.",
        *(100 * FEW[kind] for kind in ("ViT, stem", "ViT, both")),
    ),
    (
        EXERCISES,
        "the stem is worth {:.0f} in 100",
        100 * (FEW["ViT, stem"] - FEW["ViT"]),
    ),
    (
        EXERCISES,
        "cost {:.0f} in 100 beside a stem, and {:.0f} without one ({word} "
        "seeds each)",
        100 * (FEW["ViT, stem"] - FEW["ViT, both"]),
        100 * (FEW["ViT"] - FEW["ViT, offsets"]),
        recipes.load("vision-cifar-hybrid").budgets[0][1],
    ),
]
