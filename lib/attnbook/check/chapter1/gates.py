"""Checks for gates: the last line of a GRU's step, and how far to open one."""

import math
from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check.chapter1 import mixture, openness
from attnbook.check.checker import Attempt, Case, Check, Mistake, Sighting

# The step of a GRU

_step_takes = {"x": "B D", "h": "B M"}
_step_takes |= {"W": "3M D", "U": "3M M", "b": "3M", "c": "3M"}


def _step(
    x: Tensor, h: Tensor, W: Tensor, U: Tensor, b: Tensor, c: Tensor
) -> Tensor:
    """Sentence by sentence, from the loops of `spec`."""
    gates = spec.Gates(W, U, b, c)
    return torch.stack(
        [spec.gru(row, old, gates) for row, old in zip(x, h, strict=True)]
    )


def _step_case(says: str, seed: int, B: int, D: int, M: int) -> Case:
    sizes = {"B": B, "D": D, "M": M, "3M": 3 * M}

    def make() -> dict[str, Tensor]:
        draw = partial(
            torch.randn,
            generator=torch.Generator().manual_seed(seed),
            dtype=torch.float64,
        )
        return {
            name: draw([sizes[letter] for letter in shape.split()])
            for name, shape in _step_takes.items()
        }

    return Case(f"{says} (B={B}, D={D}, M={M})", make)


def _step_look(attempt: Attempt) -> Sighting:
    return Sighting(mixture.blame(attempt), part="state")


def _products(h: Tensor, **given: Tensor) -> Tensor:
    z, n = mixture.gate_and_candidate(h=h, **given)
    return z @ h.T + (1 - z) @ n.T


gru_step = Check(
    name="gru_step",
    takes=_step_takes,
    returns={"state": "B M"},
    reference=_step,
    cases=(
        _step_case("three sentences", 1, B=3, D=5, M=7),
        _step_case("one sentence alone, other sizes", 2, B=1, D=2, M=11),
    ),
    looks=(_step_look,),
    mistakes=(
        Mistake(
            "a matrix product (@) stands where entries meet their partners: "
            "multiply entry by entry, with *.",
            _products,
        ),
    ),
)

# The bias that keeps a share

_bias_takes = {"share": "M", "steps": ""}


def _bias(share: Tensor, steps: int) -> Tensor:
    """Number by number, with the functions of `math`."""
    gates = [math.exp(math.log(p) / steps) for p in share.tolist()]
    return share.new_tensor([math.log(g / (1 - g)) for g in gates])


def _bias_case(says: str, shares: tuple[float, ...], steps: int) -> Case:
    def make() -> dict[str, Tensor | int]:
        return {
            "share": torch.tensor(shares, dtype=torch.float64),
            "steps": steps,
        }

    return Case(f"{says} (share={list(shares)}, steps={steps})", make)


bias_for = Check(
    name="bias_for",
    takes=_bias_takes,
    returns={"bias": "M"},
    reference=_bias,
    cases=(
        _bias_case("three units, ten steps", (0.9, 0.4, 0.01), 10),
        _bias_case("a single step", (0.25, 0.5), 1),
        _bias_case("a hundred steps, two units", (0.5, 0.05), 100),
        _bias_case("more steps", (0.99, 0.7, 0.3, 0.1, 1e-6), 1000),
    ),
    looks=(openness.look,),
)
