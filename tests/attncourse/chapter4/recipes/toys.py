"""The recipes of chapter 4 in miniature."""

from dataclasses import replace

from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

NINE = replace(
    recipes.load("bags-nine"),
    size=8,
    bags=40,
    seeds=(1, 2),
    rates=(3e-3,),
    each=4,
    tested=200,
    settings=SHORT,
)
FEW = {"seeds": (1,), "rates": (1e-2,), "tested": 50, "settings": SHORT}

TOYS = {
    "bags-nine": Toy(
        NINE,
        rows={"runs": None, "epochs": 6, "accuracy": 6},
        seeds=(1, 2),
    ),
    "look-up-root": Toy(
        replace(
            recipes.load("look-up-root"),
            width=8,
            rates=(1e-2,),
            seeds=(1,),
            updates=5,
            tested=50,
        ),
        rows={"speed": 2},
        keeps=False,
    ),
    "look-up": Toy(
        replace(recipes.load("look-up"), widths=(2, 16), each=3, **FEW),
        rows={"runs": None, "epochs": 5, "accuracy": 5},
    ),
}
