"""Answers to `rotary`, wrong and right."""

import math

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(x, place, base):
    K = x.shape[-1]
    omega = base ** (-torch.arange(0, K, 2, dtype=x.dtype) / K)
    t = place[..., None] * omega
    a, b = x[..., 0::2], x[..., 1::2]
    first = a * t.cos() - b * t.sin()
    second = a * t.sin() + b * t.cos()
    return torch.stack([first, second], -1).flatten(-2)


@bank.right
def with_its_other(x, place, base):
    K = x.shape[-1]
    omega = base ** (-torch.arange(0, K, 2, dtype=x.dtype) / K)
    t = place[..., None] * omega.repeat_interleave(2)
    other = torch.stack([-x[..., 1::2], x[..., ::2]], -1).flatten(-2)
    return x * t.cos() + other * t.sin()


@bank.right
def by_complex_numbers(x, place, base):
    K = x.shape[-1]
    omega = base ** (-torch.arange(0, K, 2, dtype=x.dtype) / K)
    turn = torch.exp(1j * place[..., None] * omega)
    z = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(z * turn).flatten(-2)


@bank.right
def number_by_number(x, place, base):
    B, T, K = x.shape
    out = torch.zeros_like(x)
    for b in range(B):
        for t in range(T):
            for k in range(0, K, 2):
                angle = int(place[b, t]) / base ** (k / K)
                cos, sin = math.cos(angle), math.sin(angle)
                first, second = x[b, t, k], x[b, t, k + 1]
                out[b, t, k] = first * cos - second * sin
                out[b, t, k + 1] = first * sin + second * cos
    return out


bank.slips(
    plain,
    {
        "no minus: stretches instead of turning": ("() - b", "() + b"),
        "overwrites a feature before it is read": (
            "second = a",
            "second = first",
        ),
        "the places of the first sentence for all": (
            "place[...",
            "place[:1, :",
        ),
        "angles in float32": (", dtype=x.dtype", ""),
        "places from the start of each sentence, wherever it starts": (
            "place[",
            "(place - place[:, :1])[",
        ),
        "degrees: turns by the angle times pi / 180": (
            "* omega",
            "* omega.deg2rad()",
        ),
        "sine and cosine are swapped": ("t = place", "t = math.pi / 2 - place"),
        "a mirror: the second sign is wrong as well": ("() + b", "() - b"),
    },
)
bank.slips(
    with_its_other,
    {
        "an angle for each feature, not for each pair": (
            "0, K, 2",
            "K",
            ".repeat_interleave(2)",
            "",
        ),
    },
)
bank.fresh(
    plain,
    {
        "the second of each pair first": ("[first, second]", "[second, first]"),
        "the exponent without its 2": ("0, K, 2", "K // 2"),
        "counts places from 1": ("place[", "(place + 1)["),
        "turns clockwise": ("t = place", "t = -place"),
    },
)
