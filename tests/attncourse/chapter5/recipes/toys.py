"""The recipe of chapter 5 in miniature."""

from dataclasses import replace

from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

RELATIONS = replace(
    recipes.load("relations"),
    kinds=("rows", "2 heads"),
    seeds=(1, 2),
    rates=(1e-2, 1e-3),
    each=3,
    tested=20,
    settings=SHORT,
)

TOYS = {
    "relations": Toy(
        RELATIONS,
        rows={"accuracy": 8, "apart": 2, "search": 8, "sizes": 4},
        seeds=(1, 2),
    ),
}
