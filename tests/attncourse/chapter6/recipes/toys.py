"""The recipes of chapter 6 in miniature."""

from dataclasses import replace

from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

FEW = {"seeds": (1,), "rates": (1e-2,), "batch": 2, "each": 2, "asked": 16}
FEW |= {"settings": SHORT, "validated": 1}
POSITIONS, STARTS, MODELS, CALCULATOR, SLOWED, COSTS = (
    recipes.load(name)
    for name in (
        *("positions", "random-starts", "order-models", "calculator"),
        *("slowed-clocks", "position-costs"),
    )
)
BOTH = ("shaw", "learned")
ROWS = {"runs": None, "epochs": None, "chance": 3}

TOYS = {
    "positions": Toy(
        replace(POSITIONS, kinds=BOTH, tested=(32, 36), **FEW),
        rows={"accuracy": 12, **ROWS},
    ),
    "random-starts": Toy(
        replace(STARTS, tested=(32, 36), **FEW), rows={"accuracy": 6, **ROWS}
    ),
    "order-models": Toy(
        replace(
            MODELS,
            trial=replace(POSITIONS, kinds=BOTH, tested=(32, 40), **FEW),
        ),
        rows={"accuracy": 12},
    ),
    "calculator": Toy(
        replace(CALCULATOR, trial=replace(CALCULATOR.trial, **FEW)),
        rows={"accuracy": 2},
    ),
    "slowed-clocks": Toy(
        replace(
            SLOWED,
            trial=replace(POSITIONS, kinds=("rotary",), **FEW),
            sizes=(36,),
        ),
        rows={"accuracy": 12},
    ),
    "position-costs": Toy(
        replace(COSTS, lengths=(16, 32), width=16, rounds=1),
        rows={"cost": 6},
        seeds=(),
        keeps=False,
        timed=True,
    ),
}
