"""Toy answers of captioners."""

import torch
from torch import Tensor

from attncourse.chapter3.scenes import Scene


def grid(words: int) -> Tensor:
    """Weights "words 8 8" of which each word's are at another place."""
    weights = torch.zeros(words, 64)
    weights[range(words), range(words)] = 1
    return weights.reshape(words, 8, 8)


def answers(scene: Scene) -> list[dict]:
    """One that is wrong and looks nowhere; one that is right and looks."""
    target = [*scene.caption.split(), "[stop]"]
    wrong = {"text": "a red one", "target": ["a", "red", "one", "[stop]"]}
    rows = grid(len(target)).flatten(1).tolist()
    return [wrong, {"text": scene.caption, "target": target, "weights": rows}]
