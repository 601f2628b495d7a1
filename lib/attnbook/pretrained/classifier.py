"""What a classifier is for: saying what an image shows, and where it looked."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from attnbook import attention
from attnbook.data import images
from attnbook.pretrained.captioner import Picture, as_input

INK = 0.3  # from here on, 0 to 1, a pixel belongs to a drawing
FINE = 64  # pixels, both ways, that a drawing is read with


@dataclass
class Classifier:
    """A model that gives each image the logits of its classes, and their names,
    by default their numbers; of several classes of one name each has its number
    behind it. `reader` says how a file is read, if not as `prepare` does.
    """

    model: Any
    names: Sequence[str] = ()
    reader: Callable[[Path | str], Tensor] | None = None

    def __post_init__(self) -> None:
        count = self.model.config.classes
        self.names = tuple(self.names) or tuple(map(str, range(count)))
        if len(self.names) != count:
            raise ValueError(
                f"{count} classes need {count} names: {len(self.names)}"
            )
        self.names = distinct(self.names)

    def classify(self, pictures: Iterable[Picture]) -> list[dict[str, float]]:
        """For each picture the probability of every class, the most probable
        first.

        Files are brought to the model's size (`prepare`). Raises as
        `data.images.read` does, TypeError for a single picture, and ValueError
        for a tensor of another size.
        """
        if isinstance(pictures, (str, Path)):
            raise TypeError(
                "classify takes a list of pictures, not a single one"
            )
        return [self._named(self.prepare(picture)) for picture in pictures]

    @torch.no_grad()
    def _named(self, seen: Tensor) -> dict[str, float]:
        (logits,) = self.model(seen[None])
        if not logits.isfinite().all():
            raise ValueError(
                f"the model's answer is {logits[~logits.isfinite()][0]}"
            )
        shares = logits.softmax(-1).tolist()
        order = sorted(range(len(shares)), key=lambda k: -shares[k])
        return {self.names[k]: shares[k] for k in order}

    def prepare(self, picture: Picture) -> Tensor:
        """The picture as the model reads it, "C side side", from 0 to 1. Of a
        file, a model of one channel reads the `ink`.
        """
        config = self.model.config
        shape = config.channels, config.side, config.side
        return as_input(picture, self.reader or self._read, shape, self.model)

    def _read(self, path: Path | str) -> Tensor:
        config = self.model.config
        if config.channels != 1:
            return images.read(path, config.side)
        grey = images.read(path, FINE).float().mean(0) / 255
        try:
            return ink(grey, config.side)[None]
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error

    @torch.no_grad()
    def attention(self, picture: Picture) -> dict[str, Tensor]:
        """Where the model looked: the "weights" of every block and head
        "L H T T", row 0 that of the class token, and their "rollout" from the
        class token to the patches, "I J", of sum 1.
        """
        weights = self.model.weights(self.prepare(picture)[None])[0]
        grid = self.model.config.grid
        read = attention.rollout(weights)[0, 1:]
        return {
            "weights": weights,
            "rollout": (read / read.sum()).reshape(grid, grid),
        }


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with its number behind each that several have."""
    count = Counter(names)
    if len(count) == len(names):
        return tuple(names)
    return distinct(
        [f"{x} ({k})" if count[x] > 1 else x for k, x in enumerate(names)]
    )


def ink(grey: Tensor, side: int) -> Tensor:
    """A drawing "Y X", 0 to 1, as the digits of scikit-learn are: bright on
    black, cut to what is drawn, as a square of `side` pixels.

    What is darker than its border is turned round. Raises ValueError for a
    picture on which nothing is drawn.
    """
    edge = torch.cat([grey[0], grey[-1], grey[:, 0], grey[:, -1]])
    drawn = (grey - edge.median()).abs()
    if drawn.max() < INK:
        raise ValueError("nothing is drawn: all pixels are nearly alike")
    drawn = drawn / drawn.max()
    rows, columns = ((drawn > INK).any(axis).nonzero()[:, 0] for axis in (1, 0))
    box = drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    high, wide = box.shape
    most = max(high, wide)
    left, top = (most - wide) // 2, (most - high) // 2
    square = F.pad(box, (left, most - wide - left, top, most - high - top))
    return F.adaptive_avg_pool2d(square[None, None], side)[0, 0].clamp(0, 1)
