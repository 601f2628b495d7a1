"""Answers to `gru_step`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def gates(x, h, W, U, b, c):
    r, z, n = (x @ W.T + b).chunk(3, -1)
    r_old, z_old, n_old = (h @ U.T + c).chunk(3, -1)
    r, z = torch.sigmoid(r + r_old), torch.sigmoid(z + z_old)
    return r, z, torch.tanh(n + r * n_old)


@bank.wrong("keeps the old state where the gate is 0")
def exchanged(x, h, W, U, b, c):
    _, z, n = gates(x, h, W, U, b, c)
    return (1 - z) * h + z * n


@bank.wrong("mixes by the reset gate")
def reset(x, h, W, U, b, c):
    r, _, n = gates(x, h, W, U, b, c)
    return r * h + (1 - r) * n


@bank.wrong("adds the whole candidate")
def whole_candidate(x, h, W, U, b, c):
    _, z, n = gates(x, h, W, U, b, c)
    return z * h + n


@bank.wrong("a gate that is open or shut")
def hard(x, h, W, U, b, c):
    _, z, n = gates(x, h, W, U, b, c)
    return torch.where(z > 0.5, h, n)


@bank.wrong("one gate for all units, their mean")
def one_gate(x, h, W, U, b, c):
    _, z, n = gates(x, h, W, U, b, c)
    z = z.mean(-1, keepdim=True)
    return z * h + (1 - z) * n


@bank.wrong("changes the old state in place")
def in_place(x, h, W, U, b, c):
    _, z, n = gates(x, h, W, U, b, c)
    return h.mul_(z).add_((1 - z) * n)


@bank.wrong("the gate of the first sentence for all")
def first_gate(x, h, W, U, b, c):
    _, z, n = gates(x, h, W, U, b, c)
    return z[0] * h + (1 - z[0]) * n


@bank.right
def interpolated(x, h, W, U, b, c):
    _, z, n = gates(x, h, W, U, b, c)
    return torch.lerp(n, h, z)


bank.right(lambda x, h, W, U, b, c: torch.gru_cell(x, h, W, U, b, c))


@bank.right
def number_by_number(x, h, W, U, b, c):
    new = torch.empty_like(h)
    _, z, n = gates(x, h, W, U, b, c)
    for at in torch.cartesian_prod(*map(torch.arange, h.shape)):
        i, m = at.tolist()
        new[i, m] = z[i, m] * h[i, m] + (1 - z[i, m]) * n[i, m]
    return new
