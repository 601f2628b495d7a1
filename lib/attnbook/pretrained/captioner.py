"""What a captioner is for: describing images, and showing where it looked."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from attnbook import decode
from attnbook.data import images
from attnbook.data.tokenizer import START, STOP, Tokenizer, tidy
from attnbook.pretrained.text import Warn, silent, warn_about

LIMIT = 60  # tokens that a caption may have
ROWS = 100  # images described at once, at most

Picture = Path | str | Tensor
"""The name of a file, or the image: "3 Y X", 0 to 1, or 0 to 255 in uint8."""


def as_input(
    picture: Picture,
    read: Callable[[Path | str], Tensor],
    shape: tuple[int, ...],
    model: Any,
) -> Tensor:
    """The picture, `read` if it is a file, as this model's numbers of 0 to 1.
    Raises ValueError for one of another shape.
    """
    seen = picture if isinstance(picture, Tensor) else read(picture)
    if seen.shape != shape:
        raise ValueError(f"an image must be {shape}: shape={tuple(seen.shape)}")
    if seen.dtype == torch.uint8:
        seen = seen.float() / 255
    return seen.to(next(model.parameters()))


@dataclass
class Captioner:
    """A model with `decode.Model`'s methods and `weights` over a grid, and its
    tokenizer.
    """

    model: Any
    tokenizer: Tokenizer

    def caption(
        self,
        pictures: Iterable[Picture],
        beam: int = 1,
        warn: Warn = silent,
    ) -> list[str]:
        """A caption for each picture, in lower case; `beam` hypotheses are
        kept at each step (1: greedy). `warn` hears what `warn_about` says.

        Files are brought to the model's size (`data.images.read`). Raises as
        that does, and ValueError for a tensor of another size.
        """
        if isinstance(pictures, (str, Path, Tensor)):
            raise TypeError(
                "caption takes a list of pictures, not a single one"
            )
        said: list[str] = []
        left = iter(pictures)
        while some := list(islice(left, ROWS)):
            seen = torch.stack([self.prepare(picture) for picture in some])
            for tokens in self._search(seen, beam):
                warn_about(self.tokenizer, len(said), [], tokens, LIMIT, warn)
                said.append(self.tokenizer.decode(tokens))
        return said

    def prepare(self, picture: Picture) -> Tensor:
        """The picture as the model reads it, "3 side side", from 0 to 1."""
        side = self.model.config.side
        return as_input(
            picture,
            lambda path: images.read(path, side),
            (3, side, side),
            self.model,
        )

    @torch.no_grad()
    def _search(self, seen: Tensor, beam: int) -> list[list[int]]:
        common = {"start": START, "stop": STOP, "limit": LIMIT}
        if beam == 1:
            return decode.greedy(self.model, seen, **common)
        found = decode.beam(self.model, seen, width=beam, **common)
        return [hypotheses[0].tokens for hypotheses in found]

    @torch.no_grad()
    def attention(self, picture: Picture, caption: str) -> Tensor:
        """The weights "T I J" of each token of a caption, STOP included, when
        it is fed in. Raises ValueError for a model without attention.
        """
        said = self.tokenizer.encode(tidy(caption))
        return self._weights(self.prepare(picture), said)

    @torch.no_grad()
    def trace(self, picture: Picture) -> dict[str, Any]:
        """One picture, greedily: what was written, and what was read for it.

        "text", the "target" pieces (STOP at the end, unless the limit cut
        them), "weights" "T I J", or None for a model without attention.
        """
        seen = self.prepare(picture)
        (written,) = self._search(seen[None], 1)
        attentive = self.model.config.attention != "none"
        return {
            "text": self.tokenizer.decode(written),
            "target": self.tokenizer.pieces(written),
            "weights": self._weights(seen, written) if attentive else None,
        }

    def _weights(self, seen: Tensor, tokens: list[int]) -> Tensor:
        fed = torch.tensor([[START, *tokens[:-1]]], device=seen.device)
        weights = self.model.weights(seen[None], fed)[0].cpu()
        grid = self.model.config.grid
        return weights.reshape(len(tokens), grid, grid)
