"""Small Vision Transformers classify the digit that the reader draws, and show
where they look. Chapter 9.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import traitlets

from attnbook import attention, patches
from attncourse.figures import images, plots
from attncourse.figures.figure import Figure, stack
from attncourse.live.base import Choice, ModelFigure, small

SIDE = 8  # pixels of a drawing, both ways
CLASSES = 10
READERS = ((1, True), (2, True), (4, True), (2, False))
"""The models in their order: the side of a patch, and whether positions are
added.
"""
SEED = 3  # of the shuffles
SCALE, GAP = 6, 5  # of the picture: dots of a pixel, and between patches


def order(patch: int) -> list[int]:
    """The shuffle of the patches of this side: at place i stands the patch
    order(patch)[i], and none stays where it was.
    """
    generator = torch.Generator().manual_seed(SEED)
    count = (SIDE // patch) ** 2
    return torch.randperm(count, generator=generator).tolist()


class LivePatches(ModelFigure):
    """Draw a digit, move it by a pixel, cut it into larger or smaller patches,
    shuffle them, take the positions away; see the probability of each class,
    and where the class token or a patch looks.

    `models` gives the name, label and bytes of one model for each of `READERS`.
    Each of `examples` is what `record` gives.
    Raises TraitError for a choice that there is not.
    """

    readers: Any = traitlets.List(list(map(list, READERS)), read_only=True)
    orders: Any = traitlets.List(
        [order(patch) for patch, _ in READERS], read_only=True
    )
    chosen = Choice(len(READERS), 1)
    shuffled = traitlets.Bool(False)

    def reads(self) -> dict[str, Any]:
        """What the page shows of the recorded digit: the "image" as the chosen
        model gets it, and its "answer".
        """
        example = self.examples[self.example]
        answers = example["shuffled" if self.shuffled else "answers"]
        image = torch.tensor(example["image"])[None, None]
        if self.shuffled:
            places = torch.tensor(self.orders[self.chosen])
            patch = READERS[self.chosen][0]
            image = patches.shuffle(image, patch, places)
        return {"image": image[0, 0].tolist(), "answer": answers[self.chosen]}

    def still(self) -> Figure:
        """The chosen digit, the patches that the model gets, and the
        probabilities.
        """
        example, found = self.examples[self.example], self.reads()
        patch, positions = READERS[self.chosen]
        p = found["answer"]["probabilities"]
        best = int(np.argmax(p))
        count = (SIDE // patch) ** 2
        drawn = images.picture(
            _side_by_side(example["image"], found["image"], patch),
            alt=f"A handwritten {example['label']}, and beside it its {count} "
            f"patches{', shuffled' if self.shuffled else ''}.",
        )
        shares = plots.bars(
            range(CLASSES),
            {"probability": p},
            xlabel="class",
            ylabel="probability",
            alt=f"What a Vision Transformer with patches of {patch} by {patch} "
            f"pixels{'' if positions else ', without positions,'} predicts: "
            f"{best}, with probability {p[best]:.2f}.",
        )
        return small(stack(drawn, shares))


@torch.no_grad()
def look(
    classifier: Any, image: Any, order: Sequence[int] | None = None
) -> dict[str, Any]:
    """What a classifier says of a digit, 8 rows of numbers from 0 to 1, whose
    patches are put in this order, if one is given.

    "probabilities" of the classes; "weights" of every block and head "L H T T",
    row 0 that of the class token; "rollout" "T": how much of each input is in
    the class token's output, when the weights are followed through all blocks
    (Abnar and Zuidema 2020, equation 1).
    """
    model = classifier.model
    x = torch.tensor(_plain(image))[None, None]
    x = x.to(next(model.parameters()))
    if order is not None:
        x = patches.shuffle(x, model.config.patch, torch.tensor(order))
    weights = model.weights(x)[0].double()
    return {
        "probabilities": _rounded(model(x)[0].double().softmax(-1), 4),
        "weights": _rounded(weights, 3),
        "rollout": _rounded(attention.rollout(weights)[0], 4),
    }


def record(
    classifiers: Sequence[Any], image: Any, label: int
) -> dict[str, Any]:
    """An example: a digit, its class, and the answers of the classifiers, one
    for each of `READERS`, with the patches in their places and shuffled; of
    the weights those of the class token alone.
    """
    pairs = list(zip(classifiers, READERS, strict=True))
    return {
        "image": _plain(image),
        "label": label,
        "answers": [_first(look(one, image)) for one, _ in pairs],
        "shuffled": [
            _first(look(one, image, order(patch))) for one, (patch, _) in pairs
        ],
    }


def _plain(image: Any) -> list[list[float]]:
    """A drawing as rows of numbers."""
    return np.asarray(image, dtype=float).round(4).tolist()


def _rounded(numbers: torch.Tensor, digits: int) -> Any:
    return np.round(numbers.cpu().numpy(), digits).tolist()


def _first(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer with the weights of the class token alone: those of 65 tokens
    are too many numbers for a page.
    """
    first = [[head[:1] for head in block] for block in answer["weights"]]
    return answer | {"weights": first}


def _side_by_side(digit: Any, seen: Any, patch: int) -> np.ndarray:
    """A digit, and beside it the patches of what is seen, with gaps between
    them, as whole numbers "3 Y X" of 0 to 255.
    """
    size, count = patch * SCALE, SIDE // patch
    whole = SIDE * SCALE
    high = whole + (count - 1) * GAP
    top = (high - whole) // 2
    card = np.full((high, whole + 4 * GAP + high), np.nan)
    large = np.ones((SCALE, SCALE))
    card[top : top + whole, :whole] = np.kron(np.asarray(digit), large)
    shown = np.kron(np.asarray(seen), large)
    for i in range(count):
        for j in range(count):
            y, x = (k * (size + GAP) for k in (i, j))
            x += whole + 4 * GAP
            part = shown[i * size :, j * size :][:size, :size]
            card[y : y + size, x : x + size] = part
    return images.inked(np.pad(card, 2 * GAP, constant_values=np.nan))
