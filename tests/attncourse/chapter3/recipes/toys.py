"""The recipes of chapter 3 in miniature."""

from dataclasses import replace
from pathlib import Path

from attnbook.models import captioner
from attnbook.train.settings import Settings
from attncourse.chapter3.recipes.caption import Caption
from attncourse.chapter3.recipes.captioners import Training, Variant
from attncourse.experiments import recipes
from tests.attnbook.data.toys import album, paint
from tests.attncourse.experiments.toys import SHORT, Toy

FOLDER = replace(
    recipes.load("caption-folder"),
    model=captioner.Config(
        60, side=8, channels=(3, 5), hidden=7, width=11, units=13
    ),
    validation=0.25,
    batch_tokens=60,
    settings=Settings(epochs=2, rate=1e-2, warmup=2),
)
"""A captioner of images 8 pixels wide; its folder is still to be named."""

CAPTION = Caption(
    training=Training(
        model=captioner.Config(
            113, channels=(3, 3, 5, 5, 7), hidden=7, width=11, units=13
        ),
        scenes=60,
        singles=40,
        checked=20,
        batch_tokens=400,
        batch_singles=20,
        look=SHORT,
        settings=SHORT,
    ),
    variants=(
        Variant("attention"),
        Variant("none", attention="none", vector=5),
        Variant("blind", attention="none", vector=5, sees=False, joint=False),
    ),
    rates=(1e-2, 1e-3),
    seeds=(1, 2),
    tested=40,
)
"""Captioners of scenes with a grid of 4 by 4, which have learned next to
nothing.
"""

OBJECTS = replace(
    recipes.load("caption-objects"),
    training=replace(
        CAPTION.training,
        model=captioner.Config(
            113, channels=(24, 48, 64, 96), hidden=7, width=11, units=13
        ),
        settings=replace(SHORT, epochs=2),
    ),
    rates=(1e-2,),
    seeds=(1, 2),
    tested=20,
)
"""The network of the shipped model, and little else."""


def images(monkeypatch, workspace):
    """A folder of 24 images, one of them broken, one without a caption."""
    monkeypatch.chdir(workspace.out.parent)
    album(Path("mine"), 24)
    Path("mine", "00002.png").write_bytes(b"")
    paint(Path("mine", "alone.png"), (1, 2, 3))


TOYS = {
    "caption-scenes": Toy(
        CAPTION,
        rows={
            "scores": 12,
            "by_things": 72,
            "epochs": 6,
            "look": 2,
            "search": 4,
            "pointing": 12,
            "anywhere": 4,
        },
        seeds=(1, 2),
    ),
    "caption-objects": Toy(
        OBJECTS,
        rows={
            "runs": None,
            "epochs": 8,
            "scores": 8,
            "by_things": 48,
            "pointing": 8,
        },
        seeds=(1, 2),
    ),
    "caption-folder": Toy(
        replace(FOLDER, folder="mine"),
        rows={"epochs": 2},
        like=None,
        prepare=images,
    ),
}
