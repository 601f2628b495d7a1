"""Fresh weights that a generator decides."""

from collections.abc import Callable, Sequence
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


def initialised(
    make: Callable[[], Model],
    tables: Callable[[Model], Sequence[nn.Embedding]],
    generator: torch.Generator | None,
) -> Model:
    """A new model with fresh weights from the generator: the `tables` of
    embeddings normal with 1/sqrt(width), that of padding 0, matrices as Glorot
    and Bengio 2010 say; the global generator stays as it was.
    """

    def fresh() -> Model:
        model = make()
        for matrix in model.parameters():
            if matrix.dim() == 2:
                nn.init.xavier_uniform_(matrix)
        for layer in model.modules():
            if isinstance(layer, nn.Linear) and layer.bias is not None:
                nn.init.zeros_(layer.bias)
        with torch.no_grad():
            for table in dict.fromkeys(tables(model)):
                nn.init.normal_(table.weight, std=table.embedding_dim**-0.5)
                table.weight[table.padding_idx] = 0.0
        return model

    return seeded(fresh, generator)
