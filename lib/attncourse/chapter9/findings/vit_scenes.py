"""Whether a class token looks where the answer is."""

import torch

from attnbook.data.painting import Thing
from attncourse.chapter3.scenes import Scene
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds
from attncourse.figures import images, plots

NAME = "vit-scenes"


def pointing() -> Finding:
    """The class token's largest weight lies on the shape far more often than
    by chance, but a model that has learned nothing does half of that.
    """
    stored = results.load(NAME)
    table = stored.table("pointing")
    names = list(dict.fromkeys(table.column("map")))
    found = {
        label: [
            table.where(map=name, trained=trained).column("share")
            for name in names
        ]
        for trained, label in ((True, "trained"), (False, "untrained"))
    }
    chance = stored.value("chance")
    after, before = found.values()
    assert min(after[-1]) > max(before[-1]), "rollout gains by training"
    assert min(before[-1]) > 5 * chance, "and is far above chance without"
    means = {
        label: [sum(each) / len(each) for each in every]
        for label, every in found.items()
    }
    figure = plots.bars(
        names,
        means | {"random patch": [chance] * len(names)},
        xlabel="where the class token looks",
        ylabel="share in the box of the shape",
        error={
            label: (list(map(min, every)), list(map(max, every)))
            for label, every in found.items()
        },
        alt="Share of test scenes in which the largest weight of the class "
        "token lies in the box of the only shape.",
    )
    right = stored.table("scores").mean("accuracy")
    told = ", ".join(
        f"{name} {share:.2f}"
        for name, share in zip(names, means["trained"], strict=True)
    )
    caption = f"""Scenes with one shape among digits: what colour is the shape?
    {right:.2f} of {stored.value("test"):,} test scenes are answered right. How
    often the class token's largest weight lies in the box of the shape, mean
    over the heads of a block, and by rollout: {told}; before the training, by
    rollout, {means["untrained"][-1]:.2f}; a random patch
    {chance:.2f}.
    {seeds(table).capitalize()}, their range marked."""
    return Finding("vit_scenes.pointing", figure, caption, (stored,))


def cases() -> Finding:
    """The first scene whose rollout misses, and the first that hit."""
    stored = results.load(NAME)
    chosen = stored.samples["cases"]
    assert [case["hit"] for case in chosen[:2]] == [False, True], "one misses"
    grid = round(len(chosen[0]["weights"]) ** 0.5)
    shown = plots.beside(
        *(
            images.picture(
                Scene(tuple(Thing(*thing) for thing in case["things"])).image,
                weights=torch.tensor(case["weights"]).reshape(grid, grid),
                boxes=[tuple(case["box"])],
                alt=f"A scene; the model says {case['said']}.",
                title=f"predicts {case['said']}",
                small=True,
                tinted=True,
            )
            for case in chosen[:3]
        )
    )
    told = ", ".join(case["colour"] for case in chosen[:3])
    caption = f"""Rollout on {stored.value("test")} test scenes: the first whose
    largest weight misses the box of the shape, then the first that hit it. The
    box is dashed; the more purple a patch, the larger its part. The
    shapes are {told}. One seed."""
    return Finding("vit_scenes.cases", shown, caption, (stored,))
