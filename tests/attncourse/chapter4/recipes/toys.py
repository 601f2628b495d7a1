"""The recipes of chapter 4 in miniature."""

from dataclasses import replace

from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

NINE = replace(
    recipes.load("bags-nine"),
    sizes=(2, 8),
    counts=(40,),
    seeds=(1, 2),
    rates=(3e-3, 1e-3),
    searched=2,
    each=4,
    tested=200,
    settings=SHORT,
)

TOYS = {
    "bags-nine": Toy(
        NINE,
        rows={"accuracy": 12, "found": 8, "search": 6},
        seeds=(1, 2),
    ),
    "look-up": Toy(
        replace(
            recipes.load("look-up"),
            widths=(2, 16),
            seeds=(1, 2),
            rates=(1e-2, 1e-3),
            each=3,
            tested=50,
            settings=SHORT,
        ),
        rows={"accuracy": 10, "search": 6},
        seeds=(1, 2),
    ),
}
