"""Answers to `decoder_block`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(x, attend, g_own, g_inner, W_gate, W_wide, W_narrow):
    read = x / (x**2).mean(-1, keepdim=True).sqrt() * g_own
    y = x + attend(read)
    z = y / (y**2).mean(-1, keepdim=True).sqrt() * g_inner
    hidden = F.silu(z @ W_gate) * (z @ W_wide)
    return y + hidden @ W_narrow


@bank.right
def by_the_library(x, attend, g_own, g_inner, W_gate, W_wide, W_narrow):
    D = x.shape[-1]
    x = x + attend(F.rms_norm(x, (D,), g_own))
    z = F.rms_norm(x, (D,), g_inner)
    gate = F.silu(F.linear(z, W_gate.T))
    return x + F.linear(gate * F.linear(z, W_wide.T), W_narrow.T)


@bank.right
def by_letters(x, attend, g_own, g_inner, W_gate, W_wide, W_narrow):
    def norm(v, gain):
        return v * gain * torch.rsqrt(v.pow(2).sum(-1) / v.shape[-1])[..., None]

    y = x + attend(norm(x, g_own))
    gate, wide = (
        torch.einsum("btd,df->btf", norm(y, g_inner), W)
        for W in (W_gate, W_wide)
    )
    hidden = gate / (1 + torch.exp(-gate)) * wide
    return y + torch.einsum("btf,fd->btd", hidden, W_narrow)


SLIPS = {
    "no residual around the feed-forward layer": ("y + hidden", "hidden"),
    "no residual around attention": ("x + attend", "attend"),
    "the sigmoid alone is the gate": ("F.silu", "torch.sigmoid"),
    "the sum of squares at the first norm": (
        "(x**2).mean(-1, keepdim=True)",
        "(x**2).sum(-1, keepdim=True)",
    ),
    "attention reads x without its norm": ("attend(read)", "attend(x)"),
    "the feed-forward layer reads y without its norm": (
        "F.silu(z @ W_gate) * (z @ W_wide)",
        "F.silu(y @ W_gate) * (y @ W_wide)",
    ),
    "x is added at the end, not y": ("return y +", "return x +"),
    "the gains are swapped": (
        "sqrt() * g_own",
        "sqrt() * g_inner",
        "(y**2).mean(-1, keepdim=True).sqrt() * g_inner",
        "(y**2).mean(-1, keepdim=True).sqrt() * g_own",
    ),
}
bank.slips(plain, SLIPS)
FRESH = {
    "ReLU for SiLU": ("F.silu", "F.relu"),
    "GELU for SiLU": ("F.silu", "F.gelu"),
    "the gate stands on the wide side": (
        "F.silu(z @ W_gate) * (z @ W_wide)",
        "(z @ W_gate) * F.silu(z @ W_wide)",
    ),
    "no gate at all": (" * (z @ W_wide)", ""),
    "the second norm by the size of x": ("(y**2)", "(x**2)"),
    "the mean over words": (
        "(x**2).mean(-1, keepdim=True)",
        "(x**2).mean(1, keepdim=True)",
    ),
}
bank.fresh(plain, FRESH)
