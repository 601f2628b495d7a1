"""Fresh weights that a generator decides."""

from collections.abc import Callable
from typing import TypeVar

import torch
from torch import nn

Model = TypeVar("Model", bound=nn.Module)


def seeded(
    make: Callable[[], Model], generator: torch.Generator | None
) -> Model:
    """What `make` makes with draws that the generator decides, by default the
    global one, which stays as it was.
    """
    with torch.random.fork_rng(devices=[]):
        if generator is not None:
            seed = torch.randint(2**62, (1,), generator=generator)
            torch.manual_seed(int(seed))
        return make()
