"""One answer of an attention, as looks see it: what was read, and how."""

import torch
from torch import Tensor

from attnbook.check.checker import Attempt
from attnbook.check.forms import close


def visible(e: Tensor, mask: Tensor) -> Tensor:
    """The softmax over what may be seen, 0 elsewhere."""
    return (
        e.masked_fill(~mask, float("-inf")).softmax(-1).masked_fill(~mask, 0.0)
    )


def weighted_sum(a: Tensor, memory: Tensor) -> Tensor:
    """The context: "B .. S" reads "B S M"."""
    return torch.einsum("b...s,bsm->b...m", a, memory)


class Read:
    """One answer: weights "B .. S", the right ones, context "B .. M", what was
    read, the memory "B S M", and the names of memory and mask.
    """

    def __init__(self, attempt: Attempt, memory: str, mask: str) -> None:
        self.attempt, self.names = attempt, (memory, mask)
        self.weights, self.context = (
            attempt.found[name].detach() for name in ("weights", "context")
        )
        self.right, self.memory = (
            attempt.expected["weights"],
            attempt.given[memory],
        )
        self.mask = attempt.given[mask].expand_as(self.weights)
        self.sums = self.weights.sum(-1, keepdim=True)
        # 1, and 0 where nothing may be seen
        self.wanted = self.mask.any(-1, keepdim=True).to(self.weights)

    def under(self, mask: Tensor) -> Tensor:
        """The right weights under another mask."""
        return self.attempt.right({self.names[1]: mask})["weights"]


def weights_alone(attempt: Attempt) -> Attempt:
    """The same attempt with a memory of zeros and a context, for looks that ask
    for both where weights "B S" are all there is.
    """
    expected = attempt.expected["weights"]
    nothing = expected.new_zeros(*expected.shape, 1)
    return attempt._replace(
        takes=attempt.takes | {"memory": ""},
        given=attempt.given | {"memory": nothing},
        found=attempt.found | {"context": expected[:, :1] + 1},
    )


def placed(holds: Tensor, values: Tensor | None = None) -> str:
    """The first place that holds, and its value: "weights[0, 2] is -0.31"."""
    place = f"weights{holds.nonzero()[0].tolist()}"
    return (
        place if values is None else f"{place} is {float(values[holds][0]):.2g}"
    )


def moved(a: Tensor, b: Tensor) -> bool:
    """True when every row holds the same numbers, in another order."""
    return close(a.sort(-1).values, b.sort(-1).values)
