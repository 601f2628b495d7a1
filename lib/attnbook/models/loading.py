"""A model of weights that there are already, as in files."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from attnbook.models.fresh import Model

DRAWN = (torch.rand, torch.randn)
SIZED = (torch.empty, torch.zeros, torch.ones, *DRAWN)
FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
EACH = 1000  # numbers that a tensor costs beside its own
SPARE = 2**20  # numbers more than are given, so that a small lack has its name


def adjust(model: nn.Module, kind: type[nn.Module], **values: Any) -> None:
    """Give all layers of that kind these attributes."""
    for layer in model.modules():
        if isinstance(layer, kind):
            for name, value in values.items():
                setattr(layer, name, value)


def with_weights(
    make: Callable[[], Model], weights: Mapping[str, Tensor]
) -> Model:
    """What `make` makes, with these weights in the place of fresh ones, as
    copies on the CPU; none are drawn. A configuration that asks for far more
    takes no memory.

    Raises ValueError, naming one, for weights that are missing, left over, of
    another shape or type, or not finite.
    """
    try:
        with _Undrawn(weights):
            made = make()
    except RuntimeError as error:
        raise ValueError(f"no such model can be: {error}") from error
    wanted = made.state_dict()
    for name in sorted(weights.keys() | wanted.keys()):
        here, there = (
            tuple(s[name].shape) if name in s else "absent"
            for s in (weights, wanted)
        )
        if here != there:
            raise ValueError(
                f"weights and configuration disagree: {name} is {here}, not "
                f"{there}"
            )
    fitted = {
        name: _fitted(name, weights[name], x) for name, x in wanted.items()
    }
    made.load_state_dict(fitted, assign=True)
    return made


def _fitted(name: str, weight: Tensor, wanted: Tensor) -> Tensor:
    """The weight as a copy of the type that is wanted: floating numbers, or
    whole ones, which old files hold as float16.
    """
    known = (*FLOATS, *([] if wanted.is_floating_point() else [wanted.dtype]))
    if weight.dtype not in known:
        raise ValueError(f"{name} holds {weight.dtype}, not {wanted.dtype}")
    fitted = weight.detach().to("cpu", wanted.dtype, copy=True)
    for numbers in (weight, fitted):
        if not (finite := numbers.isfinite()).all():
            raise ValueError(f"{name} holds {numbers[~finite][0]}")
    return fitted


class _Undrawn(TorchFunctionMode):
    """Nothing is drawn or filled; tensors may not hold far more numbers than
    the weights do.

    On the meta device they would hold none, but what computes there loads
    PyTorch's compiler, which takes a second.
    """

    def __init__(self, weights: Mapping[str, Tensor]):
        super().__init__()
        self.there = sum(x.numel() for x in weights.values())
        self.left = 2 * (self.there + EACH * len(weights)) + SPARE

    def __torch_function__(
        self, function: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        if getattr(function, "__module__", "") == "torch.nn.init":
            return kwargs["tensor"]
        if function in (Tensor.normal_, Tensor.uniform_):
            return args[0]
        if function in SIZED:
            shape = torch.empty(*args, **kwargs | {"device": "meta"}).shape
            self.left -= shape.numel() + EACH
            if self.left < 0:
                raise ValueError(
                    f"weights and configuration disagree: with {tuple(shape)} "
                    f"it asks for far more than {self.there:,} numbers"
                )
        if function in DRAWN:
            function = torch.empty
        return function(*args, **kwargs)
