"""What chapter 7 says of stacks whose training no result stores."""

import math
from dataclasses import replace
from typing import Any

import pytest
import torch

from attncourse.chapter7.recipes.depth import ALONE, Depth
from tests.attncourse.chapter7.prose import PAGE, fresh
from tests.environment import ROOT, prose

FOUR, EIGHT = 4, 8  # layers; times as large


class Sharp(Depth):
    """The same stacks, with W_q and W_k larger at the start."""

    def stack(self, *choice: Any) -> Any:
        """A stack whose attention is far from uniform."""
        made = super().stack(*choice)
        for block in made.encoder.blocks:
            layer = block.own.layer
            for part in (layer.query, layer.key):
                part.weight.data *= EIGHT
        return made


def said() -> str:
    """The page on one line."""
    return " ".join(prose(ROOT / PAGE).split())


def test_words_of_fresh_attention_alone_differ_by_rounding() -> None:
    """After four layers by less than a millionth of their length."""
    away, _ = fresh(ALONE, FOUR)
    assert max(away) < 1e-6
    assert "less than a millionth of their length" in said()


@pytest.mark.long
def test_words_that_differ_at_the_start_do_not_help_attention_alone() -> None:
    """Words differ after four layers, and after half the training nothing is
    learned; `make soak` trains all seeds to the end.
    """
    found = [spread(seed) for seed in Sharp.seeds]
    told = f"differ by {min(found):.2f} to {max(found):.2f} after four layers"
    assert told in said()
    assert learned_nothing(
        Sharp(settings=replace(Sharp.settings, epochs=3)), seed=1
    )


def spread(seed: int) -> float:
    """How far words are from their mean after four layers, in lengths."""
    recipe = Sharp()
    circles, _ = recipe.circle(64, torch.Generator().manual_seed(5))
    stack = recipe.stack(recipe.words + 1, ALONE, FOUR, seed)
    with torch.no_grad():
        x = stack.states(circles)[-1]  # B T D
    away = (x - x.mean(1, True)).norm(dim=-1).mean()
    return float(away / x.norm(dim=-1).mean())


def learned_nothing(recipe: Depth, seed: int) -> bool:
    """Whether the loss stays where guessing leaves it."""
    loss = recipe.trained(ALONE, FOUR, seed)["loss"]
    return loss > math.log(recipe.words) - 0.01
