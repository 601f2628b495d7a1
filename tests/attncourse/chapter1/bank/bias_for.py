"""Answers to `bias_for`, wrong and right."""

from functools import partial

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def logit(gate):
    return torch.log(gate / (1 - gate))


def inverse(transform, share, steps):
    return transform.inv(torch.float_power(share, 1 / steps)).to(share.dtype)


bank.wrong("forgets the steps")(lambda share, steps: logit(share))
bank.wrong("the power, not the root")(lambda share, steps: logit(share**steps))
bank.wrong("the gate, not its bias")(lambda share, steps: share ** (1 / steps))
bank.wrong("the wrong sign")(lambda share, steps: -logit(share ** (1 / steps)))
bank.wrong("divides the share by the steps")(
    lambda share, steps: logit(share / steps)
)
bank.wrong("one step too few")(
    lambda share, steps: logit(share ** (1 / max(steps - 1, 1)))
)
bank.wrong("computes in float32")(
    lambda share, steps: logit(share.float() ** (1 / steps)).to(share.dtype)
)


@bank.wrong("the mean share for all units")
def mean(share, steps):
    return logit(share.mean() ** (1 / steps)).expand(len(share))


bank.right(lambda share, steps: torch.logit(share.pow(1 / steps)))
bank.right(lambda share, steps: -torch.log(torch.expm1(-share.log() / steps)))
bank.right(partial(inverse, torch.distributions.SigmoidTransform()))
