"""The recipe of chapter 5 in miniature."""

from dataclasses import replace

from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

RELATIONS = replace(
    recipes.load("relations"),
    kinds=("rows", "2 heads"),
    seeds=(1, 2),
    rates=(1e-2,),
    each=3,
    tested=20,
    settings=replace(SHORT, epochs=2),
)

COMPANY = replace(recipes.load("word-company"), sentences=20, words=9)
"""The words of a few sentences."""

TOYS = {
    "relations": Toy(
        RELATIONS,
        rows={
            "runs": None,
            "epochs": 16,
            "accuracy": 8,
            "apart": 2,
        },
        seeds=(1, 2),
    ),
    "word-company": Toy(COMPANY, rows={"words": 9}, seeds=(), keeps=False),
}
