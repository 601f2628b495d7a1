"""Where a class token looks, and whether the answer is there."""

from typing import Any

import numpy as np
import torch
from torch.nn import functional as F

from attnbook import attention, pretrained
from attnbook.data import labelled
from attnbook.data.painting import Thing
from attnbook.models import vit
from attncourse.chapter3.scenes import Scene
from attncourse.chapter9.photograph import cat
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds
from attncourse.figures import images, plots
from attncourse.figures.figure import Figure

NAME, PHOTOGRAPHS = "vit-scenes", "vit-cifar"


def pointing() -> Finding:
    """The class token's largest weight lies on the shape far more often than
    by chance, but a model that has learned nothing does half of that, and a
    rule without a model most of it.
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
    chance, colour = stored.value("chance"), stored.value("colour")
    after, before = found.values()
    assert min(after[-1]) > max(before[-1]), "rollout gains by training"
    assert min(before[-1]) > 5 * chance, "and is far above chance without"
    assert max(before[-1]) < colour < min(after[-1]), "a rule is in between"
    means = {
        label: [sum(each) / len(each) for each in every]
        for label, every in found.items()
    }
    figure = plots.bars(
        names,
        means
        | {
            "farthest from white": [colour] * len(names),
            "random patch": [chance] * len(names),
        },
        xlabel="where the class token looks",
        ylabel="share in the box of the shape",
        error={
            label: (list(map(min, every)), list(map(max, every)))
            for label, every in found.items()
        },
        alt="Share of test scenes in which the largest weight of the class "
        "token lies in the box of the only shape.",
    )
    before, after = (100 * means[k][-1] for k in ("untrained", "trained"))
    caption = f"""The rollout hits the box in {after:.0f} of 100 scenes, before
    any training in {before:.0f}, and the patch farthest from white in
    {100 * colour:.0f}. {seeds(table).capitalize()}, their range marked."""
    return Finding("vit_scenes.pointing", figure, caption, (stored,))


def cases() -> Finding:
    """The first scene whose rollout misses, and the first that hits."""
    stored = results.load(NAME)
    chosen = stored.samples["cases"]
    assert [case["hit"] for case in chosen[:2]] == [False, True], "one misses"
    shown = plots.beside(*(half for case in chosen[:2] for half in _pair(case)))
    caption = f"""The first of {stored.value("test")} test scenes in which the
    largest weight of the rollout misses the box, and the first in which it
    hits. The box is dashed."""
    return Finding("vit_scenes.cases", shown, caption, (stored,))


@torch.no_grad()
def photograph() -> Finding:
    """What reaches the class token of a photograph, by rollout."""
    stored = results.load(PHOTOGRAPHS)
    model = pretrained.load(PHOTOGRAPHS).model
    whole = cat()
    x = F.avg_pool2d(whole, whole.shape[-1] // model.config.side)
    best = labelled.CLASSES[model(x[None]).argmax().item()]
    fresh = vit.build(model.config, torch.Generator().manual_seed(1)).eval()
    maps = {
        title: attention.rollout(one.weights(x[None]))[0, 0, 1:]
        for title, one in {
            "rollout, trained": model,
            "rollout, untrained": fresh,
        }.items()
    }
    sides = model.config.grid, model.config.grid
    shown = plots.beside(
        images.picture(x, small=True, title=f"predicts {best}"),
        *(
            images.picture(
                np.ones(x.shape),
                weights=weights.reshape(sides),
                small=True,
                title=title,
                tinted=True,
            )
            for title, weights in maps.items()
        ),
    )
    right = f"{stored.value('accuracy'):.0%}"
    caption = f"""How much of each patch reaches the class token: of a model
    that gets {right} of the test photographs right, and of the same model
    before its training, each on its own scale."""
    return Finding("vit_scenes.photograph", shown, caption, (stored,))


def _pair(case: dict[str, Any]) -> tuple[Figure, Figure]:
    """A scene, and what the class token reads of it, with the box in both."""
    scene = Scene(tuple(Thing(*thing) for thing in case["things"])).image
    grid = round(len(case["weights"]) ** 0.5)
    boxes = [tuple(case["box"])]
    return (
        images.picture(
            scene,
            boxes=boxes,
            alt=f"A scene; the model says {case['said']}.",
            title=f"predicts {case['said']}",
            small=True,
        ),
        images.picture(
            np.ones((3, *scene.shape[1:])),
            weights=np.reshape(case["weights"], (grid, grid)),
            boxes=boxes,
            alt="The rollout of the scene beside it.",
            title="its rollout",
            small=True,
            tinted=True,
        ),
    )
