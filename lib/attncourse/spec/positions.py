"""Order: what stands where, one word and one pair of features at a time.

Places count from 0; `reach` R limits distances to -R .. R.
"""

import math

import torch
from jaxtyping import Float
from torch import Tensor

from attncourse.spec.attention import Mask, read, softmax
from attncourse.spec.scores import dot


def frequency(i: int, width: int, base: float = 10_000.0) -> float:
    """omega_i = 1 / base^(2i / width), pairs counted from 0. Vaswani et al.
    2017, section 3.5.
    """
    return 1 / base ** (2 * i / width)


def sinusoidal(
    t: int, width: int, base: float = 10_000.0
) -> Float[Tensor, " D"]:
    """PE(t, 2i) = sin(t omega_i), PE(t, 2i+1) = cos(t omega_i). Vaswani et al.
    2017, section 3.5.
    """
    row = []
    for i in range(width // 2):
        angle = t * frequency(i, width, base)
        row += [math.sin(angle), math.cos(angle)]
    return torch.tensor(row, dtype=torch.float64)


def rotary(
    x: Float[Tensor, " K"], t: int, base: float = 10_000.0
) -> Float[Tensor, " K"]:
    """The pair (x_2i, x_2i+1) turned by t omega_i. Su et al. 2021, equations 14
    and 15.
    """
    out = []
    for i in range(len(x) // 2):
        angle = t * frequency(i, len(x), base)
        a, b = x[2 * i], x[2 * i + 1]
        out.append(a * math.cos(angle) - b * math.sin(angle))
        out.append(a * math.sin(angle) + b * math.cos(angle))
    return torch.stack(out)


def complex_word(
    amplitude: Float[Tensor, " _"],
    frequency: Float[Tensor, " _"],
    phase: Float[Tensor, " _"],
    t: int,
) -> Float[Tensor, " D"]:
    """r e^(i (omega t + theta)) for each pair, real part, imaginary part. Wang
    et al. 2020, section 2.
    """
    out = []
    for r, omega, theta in zip(amplitude, frequency, phase, strict=True):
        angle = omega * t + theta
        out += [r * torch.cos(angle), r * torch.sin(angle)]
    return torch.stack(out)


def clipped(distance: int, reach: int) -> int:
    """The row of a table for -R .. R that a distance has. Shaw et al. 2018,
    section 3.2.
    """
    return max(-reach, min(reach, distance)) + reach


def shaw(
    q: Float[Tensor, "T K"],
    k: Float[Tensor, "T K"],
    v: Float[Tensor, "T V"],
    key_rows: Float[Tensor, "_ K"],
    value_rows: Float[Tensor, "_ V"],
    mask: Mask = None,
) -> Float[Tensor, "T V"]:
    """Keys and values have a vector of their distance added. Shaw et al. 2018,
    equations 3 and 4.
    """
    reach, out = len(key_rows) // 2, []
    for t in range(len(q)):
        rows = [clipped(s - t, reach) for s in range(len(k))]
        keys = [k[s] + key_rows[rows[s]] for s in range(len(k))]
        values = [v[s] + value_rows[rows[s]] for s in range(len(v))]
        scores = [dot(q[t], key) / math.sqrt(len(key)) for key in keys]
        seen = None if mask is None else mask[t]
        a = softmax(torch.stack(scores), seen)
        out.append(read(a, torch.stack(values)))
    return torch.stack(out)


def slope(h: int, heads: int) -> float:
    """2^(-8 h / H), heads counted from 1, H a power of 2. Press et al. 2022,
    section 3.
    """
    return 2 ** (-8 * h / heads)


def alibi(
    q: Float[Tensor, " K"], k: Float[Tensor, " K"], apart: int, m: float
) -> Float[Tensor, ""]:
    """q . k / sqrt(K) - m (t - s), with `apart` = t - s. Press et al. 2022,
    section 3.
    """
    return dot(q, k) / math.sqrt(len(q)) - m * apart


def relative_2d(
    q: Float[Tensor, "S K"],
    k: Float[Tensor, "S K"],
    down: Float[Tensor, "_ K"],
    across: Float[Tensor, "_ K"],
    columns: int,
) -> Float[Tensor, "S S"]:
    """Scores q_t . (k_s + a_rows + b_columns) / sqrt(K). Bello et al. 2019,
    equation 3.
    """
    reach, out = len(down) // 2, []
    for t in range(len(q)):
        scores = []
        for s in range(len(k)):
            row = clipped(s // columns - t // columns, reach)
            column = clipped(s % columns - t % columns, reach)
            key = k[s] + down[row] + across[column]
            scores.append(dot(q[t], key) / math.sqrt(len(key)))
        out.append(torch.stack(scores))
    return torch.stack(out)


def conditional_2d(
    x: Float[Tensor, "S D"],
    kernel: Float[Tensor, "D side side"],
    bias: Float[Tensor, " D"],
    columns: int,
) -> Float[Tensor, "S D"]:
    """x_s + sum over the places around s of kernel * x, each feature by itself,
    nothing outside the grid. Chu et al. 2023, section 3.
    """
    half, rows, out = kernel.shape[-1] // 2, len(x) // columns, []
    for s in range(len(x)):
        total = x[s] + bias
        for i in range(-half, half + 1):
            for j in range(-half, half + 1):
                row, column = s // columns + i, s % columns + j
                if 0 <= row < rows and 0 <= column < columns:
                    there = x[row * columns + column]
                    total = total + kernel[:, i + half, j + half] * there
        out.append(total)
    return torch.stack(out)
