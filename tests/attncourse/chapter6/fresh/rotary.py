"""Fresh answers to `rotary`, written with its messages closed."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def angles(x, place, base):
    K = x.shape[-1]
    i = torch.arange(K // 2, dtype=torch.float64)
    return place[..., None] * base ** (-2 * i / K)  # B T K/2


def turned(x, angle):
    cos, sin = angle.cos(), angle.sin()
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], -1).flatten(-2)


def quarter(x):
    """Each pair (a, b) as (-b, a)."""
    return torch.stack([-x[..., 1::2], x[..., 0::2]], -1).flatten(-2)


bank.wrong("places from the start of each sentence, wherever it starts")(
    lambda x, place, base: turned(x, angles(x, place - place[:, :1], base))
)
bank.wrong("the places of the first sentence for all")(
    lambda x, place, base: turned(x, angles(x, place[:1], base))
)
bank.wrong("degrees: turns by the angle times pi / 180")(
    lambda x, place, base: turned(x, angles(x, place, base).deg2rad())
)
bank.wrong("sine and cosine are swapped")(
    lambda x, place, base: turned(x, torch.pi / 2 - angles(x, place, base))
)


@bank.wrong("neighbours turn, but the angles stand in halves")
def mixed(x, place, base):
    angle = angles(x, place, base).repeat(1, 1, 2)
    return x * angle.cos() + quarter(x) * angle.sin()


@bank.wrong("a mirror: the second sign is wrong as well")
def mirrored(x, place, base):
    angle = angles(x, place, base)
    cos, sin = angle.cos(), angle.sin()
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin - b * cos], -1).flatten(-2)


@bank.wrong("the second feature is turned with the new first one")
def overwritten(x, place, base):
    angle, x = angles(x, place, base), x.clone()
    a, b = x[..., 0::2], x[..., 1::2]
    x[..., 0::2] = a * angle.cos() - b * angle.sin()
    x[..., 1::2] = a * angle.sin() + b * angle.cos()
    return x


@bank.wrong("all first features in front: joined, not side by side")
def joined(x, place, base):
    out = turned(x, angles(x, place, base))
    return torch.cat([out[..., 0::2], out[..., 1::2]], -1)


@bank.right
def by_complex_numbers(x, place, base):
    angle = angles(x, place, base)
    point = torch.complex(x[..., 0::2], x[..., 1::2])
    point = point * torch.polar(torch.ones_like(angle), angle)
    return torch.view_as_real(point).flatten(-2)


@bank.right
def each_feature_with_its_partner(x, place, base):
    angle = angles(x, place, base).repeat_interleave(2, -1)
    return x * angle.cos() + quarter(x) * angle.sin()
