"""Answers to `gru_step`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(x, h, W, U, b, c):
    r, z, n = (x @ W.T + b).chunk(3, -1)
    r_old, z_old, n_old = (h @ U.T + c).chunk(3, -1)
    r, z = torch.sigmoid(r + r_old), torch.sigmoid(z + z_old)
    n = torch.tanh(n + r * n_old)
    return z * h + (1 - z) * n


bank.right(lambda x, h, W, U, b, c: torch.gru_cell(x, h, W, U, b, c))


@bank.right
def interpolated(x, h, W, U, b, c):
    M = h.shape[1]
    new, old = F.linear(x, W, b), F.linear(h, U, c)
    r, z = (new + old)[:, : 2 * M].sigmoid().split(M, 1)
    n = new[:, 2 * M :].addcmul(r, old[:, 2 * M :]).tanh()
    return torch.lerp(n, h, z)


MIXED = "z * h + (1 - z) * n"
SLIPS = {
    "keeps the old state where the gate is 0": (MIXED, "(1 - z) * h + z * n"),
    "mixes by the reset gate": (MIXED, "r * h + (1 - r) * n"),
    "adds the whole candidate": ("(1 - z) * n", "n"),
    "a gate that is open or shut": (MIXED, "torch.where(z > 0.5, h, n)"),
    "one gate for all units, their mean": ("z_old)", "z_old).mean(-1, True)"),
    "changes the old state in place": (MIXED, "h.mul_(z).add_((1 - z) * n)"),
    "the gate of the first sentence for all": ("z_old)", "z_old)[0]"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "adds the whole old state": ("z * h", "h"),
    "the same gate for both": ("(1 - z) * n", "z * n"),
    "the old part of the candidate alone": (") * n\n", ") * n_old\n"),
    "a tanh around the new state": (MIXED, f"torch.tanh({MIXED})"),
}
bank.fresh(plain, FRESH)
