"""The learning rate at a step: up in a line, then down."""

import math


def cosine(step: int, steps: int, warmup: int) -> float:
    """Share of the peak rate at `step` (from 0): linear for `warmup` steps,
    then half a cosine to 0 at `steps`.

    Source: Loshchilov and Hutter 2017, equation 5, without restarts.
    """
    if step < warmup:
        return (step + 1) / warmup
    progress = (step - warmup) / max(1, steps - warmup)
    return 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))


def linear(step: int, steps: int, warmup: int) -> float:
    """Share of the peak rate at `step`: linear up for `warmup` steps, then
    linear down to 0 at `steps`.
    """
    if step < warmup:
        return (step + 1) / warmup
    return 1 - min(1.0, (step - warmup) / max(1, steps - warmup))


def noam(step: int, steps: int, warmup: int) -> float:
    """Share of the peak rate at `step`: linear for `warmup` steps, then with
    1/sqrt(step).

    Source: Vaswani et al. 2017, equation 3, scaled so that its peak is 1;
    `steps` is not used.
    """
    warmup = max(1, warmup)
    return min((step + 1) / warmup, (warmup / (step + 1)) ** 0.5)


def constant(step: int, steps: int, warmup: int) -> float:
    """Share of the peak rate at `step`: linear up for `warmup` steps, then
    the peak; `steps` is not used.
    """
    return min(1.0, (step + 1) / max(1, warmup))


SCHEDULES = {
    "cosine": cosine,
    "linear": linear,
    "noam": noam,
    "constant": constant,
}
