"""Answers to `rotary`, wrong and right."""

import math

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def omega(x, base):
    K = x.shape[-1]
    return base ** (-torch.arange(0, K, 2, dtype=x.dtype) / K)


def angles(x, place, base):
    return place[..., None] * omega(x, base)


def side_by_side(first, second):
    return torch.stack([first, second], -1).flatten(-2)


def turned(x, t):
    a, b = x[..., ::2], x[..., 1::2]
    return side_by_side(a * t.cos() - b * t.sin(), a * t.sin() + b * t.cos())


@bank.wrong("no minus: stretches instead of turning")
def no_minus(x, place, base):
    t = angles(x, place, base)
    a, b = x[..., ::2], x[..., 1::2]
    return side_by_side(a * t.cos() + b * t.sin(), a * t.sin() + b * t.cos())


@bank.wrong("overwrites a feature before it is read")
def overwritten(x, place, base):
    t, out = angles(x, place, base), x.clone()
    a, b = out[..., ::2], out[..., 1::2]
    out[..., ::2] = a * t.cos() - b * t.sin()
    out[..., 1::2] = a * t.sin() + b * t.cos()
    return out


@bank.wrong("the places of the first sentence for all")
def first_places(x, place, base):
    return by_pairs(x, place[:1].expand_as(place), base)


@bank.wrong("an angle for each feature, not for each pair")
def by_feature(x, place, base):
    K = x.shape[-1]
    t = place[..., None] * base ** (-torch.arange(K, dtype=x.dtype) / K)
    other = side_by_side(-x[..., 1::2], x[..., ::2])
    return x * t.cos() + other * t.sin()


@bank.wrong("angles in float32")
def single(x, place, base):
    K = x.shape[-1]
    t = place[..., None] * base ** (-torch.arange(0, K, 2) / K)
    return turned(x, t)


bank.wrong("places from the start of each sentence, wherever it starts")(
    lambda x, place, base: turned(x, angles(x, place - place[:, :1], base))
)
bank.wrong("degrees: turns by the angle times pi / 180")(
    lambda x, place, base: turned(x, angles(x, place, base).deg2rad())
)
bank.wrong("sine and cosine are swapped")(
    lambda x, place, base: turned(x, torch.pi / 2 - angles(x, place, base))
)


@bank.wrong("a mirror: the second sign is wrong as well")
def mirrored(x, place, base):
    t = angles(x, place, base)
    a, b = x[..., ::2], x[..., 1::2]
    return side_by_side(a * t.cos() - b * t.sin(), a * t.sin() - b * t.cos())


@bank.right
def by_pairs(x, place, base):
    t = angles(x, place, base)
    a, b = x.unflatten(-1, (-1, 2)).unbind(-1)
    return side_by_side(a * t.cos() - b * t.sin(), a * t.sin() + b * t.cos())


@bank.right
def by_complex_numbers(x, place, base):
    turn = torch.exp(1j * angles(x, place, base))
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
