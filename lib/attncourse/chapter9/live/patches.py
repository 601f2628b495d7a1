"""Small Vision Transformers classify the digit that the reader draws, and show
where they look. Chapter 9.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
import traitlets

from attnbook import attention, patches
from attncourse.figures import images, plots, validate
from attncourse.figures.figure import Figure, stack
from attncourse.live.base import Choice, ModelFigure, small

SIDE = 8  # pixels of a drawing, both ways
CLASSES = 10
READERS = ((1, True), (2, True), (4, True), (2, False))
"""The models in their order: the side of a patch, and whether positions are
added.
"""
SEED = 3  # of the shuffles
ROUNDED = 0.035  # that 65 numbers with 3 digits may miss in their sum
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
    Each of `examples` is what `record` gives; of its answers the page keeps the
    weights of the class token alone. `classify(name, asked)` gives an answer as
    `look` does, in a running notebook; `asked` has the "image", 8 rows of
    numbers from 0 to 1, and the "order" of the patches, or None.
    Raises ValueError for models, examples and answers that do not fit;
    TraitError for a choice that there is not.
    """

    readers: Any = traitlets.List(list(map(list, READERS)), read_only=True)
    orders: Any = traitlets.List(
        [order(patch) for patch, _ in READERS], read_only=True
    )
    chosen = Choice(len(READERS), 1)
    shuffled = traitlets.Bool(False)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        classify: Callable[[str, dict[str, Any]], dict[str, Any]] | None = None,
        **traits: Any,
    ) -> None:
        names = [name for name, *_ in models]
        if len(names) != len(READERS):
            raise ValueError(
                f"a model is needed for each patch and position of {READERS}: "
                f"{names}"
            )
        if not examples:
            raise ValueError("a recorded digit is needed: examples=[]")

        def answer(name: str, asked: dict[str, Any]) -> dict[str, Any]:
            if classify is None or name != asked["name"]:
                return {}  # the page asks one model at a time
            k = names.index(name)
            shuffle = self.orders[k] if asked["shuffled"] else None
            found = classify(name, {"image": asked["image"], "order": shuffle})
            return _fitting(found, READERS[k][0])

        recorded = [_recorded(example) for example in examples]
        asked = answer if classify else None
        super().__init__(models, recorded, asked, **traits)

    def _plain(self, example: dict[str, Any]) -> dict[str, Any]:
        return example

    def _checked(self, answer: dict[str, Any]) -> dict[str, Any]:
        return answer

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        return {
            "image": _drawing(request["image"]),
            "name": str(request["name"]),
            "shuffled": bool(request["shuffled"]),
        }

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
    (Abnar and Zuidema 2020, equation 1). Raises ValueError for another image
    or order.
    """
    model = classifier.model
    x = torch.tensor(_drawing(image))[None, None]
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
        "image": _drawing(image),
        "label": label,
        "answers": [_first(look(one, image)) for one, _ in pairs],
        "shuffled": [
            _first(look(one, image, order(patch))) for one, (patch, _) in pairs
        ],
    }


def _rounded(numbers: torch.Tensor, digits: int) -> Any:
    return np.round(numbers.cpu().numpy(), digits).tolist()


def _drawing(image: Any) -> list[list[float]]:
    """A drawing as rows of numbers; ValueError if it is none."""
    shape = SIDE, SIDE
    pixels = np.asarray(validate.shaped("image", image, shape))
    validate.within(pixels, (0.0, 1.0))
    return pixels.round(4).tolist()


def _recorded(example: dict[str, Any]) -> dict[str, Any]:
    """An example as the page gets it; ValueError if it does not fit."""
    label = example["label"]
    if label not in range(CLASSES):
        raise ValueError(f"label must lie in 0 .. {CLASSES - 1}: label={label}")
    found = {"image": _drawing(example["image"]), "label": int(label)}
    for name in ("answers", "shuffled"):
        if len(example[name]) != len(READERS):
            raise ValueError(
                f"{name} must have one answer for each of {len(READERS)} "
                f"models: {len(example[name])}"
            )
        found[name] = [
            _fitting(answer, patch)
            for answer, (patch, _) in zip(example[name], READERS, strict=True)
        ]
    return found


def _first(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer with the weights of the class token alone: those of 65 tokens
    are too many numbers for a page.
    """
    first = [[head[:1] for head in block] for block in answer["weights"]]
    return answer | {"weights": first}


def _fitting(answer: dict[str, Any], patch: int) -> dict[str, Any]:
    """An answer as plain JSON; ValueError if it is none of a model that reads
    patches of this side.
    """
    tokens = (SIDE // patch) ** 2 + 1
    weights = validate.finite("weights", answer["weights"], axes=4)
    rows, columns = weights.shape[2:]
    if columns != tokens or rows not in (1, tokens):
        raise ValueError(
            f"a class token and {tokens - 1} patches need weights (L, H, "
            f"{tokens}, {tokens}), or those of the class token alone: "
            f"{weights.shape}"
        )
    found: dict[str, Any] = {"weights": weights.tolist()}
    for name, count in (("probabilities", CLASSES), ("rollout", tokens)):
        found[name] = validate.shaped(name, answer[name], (count,))
    for name, numbers in found.items():
        shares = np.asarray(numbers)
        validate.within(shares, (0.0, 1.0))
        sums = np.atleast_1d(shares.sum(-1))
        off = np.abs(sums - 1) > ROUNDED
        if off.any():
            raise ValueError(f"{name} must sum to 1: {sums[off][0]:g}")
    return found


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
