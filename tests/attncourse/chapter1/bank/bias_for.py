"""Answers to `bias_for`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(share, steps):
    gate = share ** (1 / steps)
    return torch.log(gate / (1 - gate))


bank.right(lambda share, steps: -torch.log(torch.expm1(-share.log() / steps)))


@bank.right
def inverse(share, steps):
    transform = torch.distributions.SigmoidTransform()
    return transform.inv(torch.float_power(share, 1 / steps)).to(share.dtype)


BIAS = "torch.log(gate / (1 - gate))"
FLOAT = "share **", "share.float() **", "gate))", "gate)).double()"
SLIPS = {
    "forgets the steps": (" ** (1 / steps)", ""),
    "the power, not the root": ("(1 / steps)", "steps"),
    "the gate, not its bias": (BIAS, "gate"),
    "the wrong sign": ("return", "return -1 *"),
    "divides the share by the steps": ("** (1 / steps)", "/ steps"),
    "one step too few": ("1 / steps", "1 / max(steps - 1, 1)"),
    "computes in float32": FLOAT,
    "the mean share for all units": ("share *", "0 * share + share.mean() *"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "the logarithm of the gate": ("gate / (1 - gate)", "gate"),
    "what is lost, not what is kept": ("share **", "(1 - share) **"),
    "the odds, without the logarithm": ("torch.log", ""),
    "the sigmoid once more": (BIAS, "torch.sigmoid(gate)"),
}
bank.fresh(plain, FRESH)
