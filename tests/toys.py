"""Small worlds for the tests: seeded numbers, gradients to compare, a model
that is a table, a corpus, a Python of its own.
"""

import gzip
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import jaxtyping
import pytest
import torch
from torch import Tensor

from attnbook import files
from attnbook.data import phrases, translation

B, H, T, S, K, V = 2, 3, 5, 7, 11, 13
"""Sizes: prime and pairwise different, so that no swapped axis survives."""

real_data = pytest.mark.skipif(
    not os.environ.get("ATTNBOOK_DATA"),
    reason="ATTNBOOK_DATA names no folder of real data",
)
"""Marks a test that reads the real Multi30k."""


def normal(*shape: int, seed: int) -> Tensor:
    """Standard normal numbers, float64, that ask for gradients."""
    return torch.randn(
        *shape,
        generator=torch.Generator().manual_seed(seed),
        dtype=torch.float64,
        requires_grad=True,
    )


def random_mask(*shape: int, seed: int) -> Tensor:
    """A mask with about half of its places open; the first query of every head
    sees nothing.
    """
    mask = (
        torch.rand(*shape, generator=torch.Generator().manual_seed(seed)) < 0.5
    )
    mask[..., 0, :] = False
    return mask


def gradients(output: Tensor, *inputs: Tensor) -> tuple[Tensor, ...]:
    """Gradients of a weighted sum of the output, the weights all different, so
    that no error cancels.
    """
    mixture = torch.linspace(
        -1.0, 2.0, output.numel(), dtype=output.dtype
    ).reshape(output.shape)
    return torch.autograd.grad(
        (output * mixture).sum(),
        inputs,
        retain_graph=True,
        materialize_grads=True,
    )


def assert_same(first: Tensor, second: Tensor, *inputs: Tensor) -> None:
    """Both outputs agree at float64's default tolerance, and so do their
    gradients by every input.
    """
    torch.testing.assert_close(first, second)
    for one, other in zip(
        gradients(first, *inputs), gradients(second, *inputs), strict=True
    ):
        torch.testing.assert_close(one, other)


def each_head(single: Callable[..., Tensor], *tensors: Tensor | None) -> Tensor:
    """`single` on every head of every sequence, one after the other; a tensor
    may be None.
    """
    size, heads = tensors[0].shape[:2]
    return torch.stack(
        [
            torch.stack(
                [
                    single(*(x if x is None else x[b, h] for x in tensors))
                    for h in range(heads)
                ]
            )
            for b in range(size)
        ]
    )


@contextmanager
def unchecked() -> Iterator[None]:
    """The annotations are not checked in here: what is wrong reaches the
    library's own errors.
    """
    before = jaxtyping.config.jaxtyping_disable
    jaxtyping.config.update("jaxtyping_disable", True)
    try:
        yield
    finally:
        jaxtyping.config.update("jaxtyping_disable", before)


@contextmanager
def refused(
    says: str, error: type[Exception] = ValueError
) -> Iterator[pytest.ExceptionInfo]:
    """What is done in here is refused in these words (a pattern), by the
    library's own error.
    """
    with unchecked(), pytest.raises(error, match=says) as caught:
        yield caught
    del caught  # it holds this frame: the error would keep itself alive


def printed(script: str) -> str:
    """What a script prints in a Python of its own."""
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


class Table:
    """A model for `decode` whose next token depends on the last `order` tokens
    of its own output, through a table.

    `source` names, for each row, the table in use: logits "tables N ... N", one
    axis for each remembered token. Tokens are remembered as long as `order`
    allows; before the first one stands `start`.
    """

    def __init__(self, logits: Tensor, start: int = 0):
        self.table = logits.log_softmax(-1)
        self.order = logits.ndim - 2
        self.first = (start,) * self.order

    def start(self, source: Tensor) -> tuple[Tensor, Tensor]:
        """The tables of the rows, and what they remember."""
        return source[:, 0], torch.tensor(self.first).repeat(len(source), 1)

    def step(
        self, state: tuple[Tensor, Tensor], tokens: Tensor
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """The row of the table that the memory names."""
        which, memory = state
        memory = torch.cat((memory, tokens[:, None]), 1)[:, 1:]
        return self.table[(which, *memory.unbind(1))], (which, memory)

    def reorder(
        self, state: tuple[Tensor, Tensor], rows: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The rows named."""
        return state[0][rows], state[1][rows]

    def following(self, which: int) -> Callable[[tuple[int, ...]], Tensor]:
        """The same table as the function that `spec` searches over."""
        return lambda tokens: self.table[
            (which, *(self.first + tokens)[len(tokens) :])
        ]


def multi30k(
    folder: Path, monkeypatch: pytest.MonkeyPatch, count: int = 40
) -> None:
    """A small Multi30k in `folder`, found through ATTNBOOK_DATA, its hashes in
    the place of the real ones.

    Sentences are phrases of the grammar, one to four in a line, so that every
    range of lengths has some. English stands for German, too.
    """
    digests = {}
    for name, content in _corpus(count).items():
        files.write(folder / "multi30k" / name, content)
        digests[name] = files.sha256(content)
    monkeypatch.setattr(translation, "DIGESTS", digests)
    monkeypatch.setenv("ATTNBOOK_DATA", str(folder))


@cache
def _corpus(count: int) -> dict[str, bytes]:
    sides = {"en": "source", "de": "source", "fr": "target"}
    found = {}
    for split, name in translation.SPLITS.items():
        pool = phrases.split(split)
        lines = [pool[i * 5 : i * 5 + 1 + i % 4] for i in range(count)]
        for language, side in sides.items():
            text = "".join(
                " ".join(getattr(p, side) for p in line) + "\n"
                for line in lines
            )
            packed = gzip.compress(text.encode(), mtime=0)
            found[f"{name}.{language}.gz"] = packed
    return found
