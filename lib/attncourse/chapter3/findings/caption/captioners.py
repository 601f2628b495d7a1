"""The captioners that are compared: their names, and what they said of one
scene.
"""

from typing import Any

from attncourse.chapter3 import scenes
from attncourse.experiments.results import Table
from attncourse.figures.tables import Marked, marked

NAME = "caption-scenes"
ATTENTION, NONE, BLIND = "attention", "none", "blind"
SPLIT = "held"  # combinations that no training has shown
LABELS = {
    ATTENTION: "with attention",
    NONE: "one vector",
    "none-wide": "one vector, wide",
    BLIND: "blind",
    "attention-frozen": "with attention, network frozen",
    "none-frozen": "one vector, network frozen",
    "attention-stochastic": "with attention and penalty",
    "attention-no-places": "with attention, without places",
}


def spread(table: Table, column: str) -> tuple[float, float, float]:
    """The mean over all rows, and the means of the lowest and the highest
    seed.
    """
    each = [
        table.where(seed=seed).mean(column)
        for seed in sorted(set(table.column("seed")))
    ]
    return table.mean(column), min(each), max(each)


def scene(case: dict[str, Any]) -> scenes.Scene:
    """The scene of a stored case."""
    return scenes.Scene(tuple(scenes.Thing(*row) for row in case["things"]))


def texts(
    case: dict[str, Any], models: tuple[str, ...]
) -> list[dict[str, Any]]:
    """The right caption, and those of models with their odd words marked."""
    return [{"who": "right", "caption": case["caption"]}] + [
        {"who": LABELS[name], "caption": _odd(case, name)} for name in models
    ]


def _odd(case: dict[str, Any], model: str) -> Marked:
    """What a model says, with the words that fill a slot wrongly marked."""
    said, wanted = case[model]["text"], scenes.mentions(case["caption"])
    words, odd = said.split(), [False] * len(said.split())
    starts = [i for i, word in enumerate(words) if word == "a"]
    for k, start in enumerate(starts):
        right = wanted[k] if k < len(wanted) else ("", "")
        for i, word in enumerate(right, start + 1):
            if i < len(words):
                odd[i] = words[i] != word
    return marked(words, odd)
