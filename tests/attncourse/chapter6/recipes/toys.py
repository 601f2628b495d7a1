"""The recipes of chapter 6 in miniature."""

from dataclasses import replace

from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

FEW = {"seeds": (1,), "batch": 2, "each": 2, "settings": SHORT, "asked": 16}
POSITIONS, GRIDS, MODELS, CALCULATOR = (
    recipes.load(name)
    for name in ("positions", "positions-grid", "order-models", "calculator")
)

TOYS = {
    "positions": Toy(
        replace(POSITIONS, tested=(32, 36), **FEW),
        rows={"accuracy": 66, "chance": 3, "sizes": 33},
    ),
    "positions-grid": Toy(
        replace(GRIDS, tested=(GRIDS.trained[1], GRIDS.trained[1] + 4), **FEW),
        rows={"accuracy": 16, "chance": 2, "sizes": 8},
    ),
    "order-models": Toy(
        replace(
            MODELS,
            trial=replace(
                MODELS.trial, kinds=("shaw", "learned"), tested=(32, 40), **FEW
            ),
        ),
        rows={"accuracy": 12},
    ),
    "calculator": Toy(
        replace(CALCULATOR, trial=replace(CALCULATOR.trial, **FEW)),
        rows={"accuracy": 2},
    ),
}
