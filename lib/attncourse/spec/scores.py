"""From one query and one key to one number."""

import math

import torch
from jaxtyping import Float
from torch import Tensor


def dot(q: Float[Tensor, " K"], k: Float[Tensor, " K"]) -> Float[Tensor, ""]:
    """sum_i q_i k_i. Luong et al. 2015, equation 8 (dot)."""
    return (q * k).sum()


def scaled_dot(
    q: Float[Tensor, " K"], k: Float[Tensor, " K"]
) -> Float[Tensor, ""]:
    """q . k / sqrt(K). Vaswani et al. 2017, equation 1."""
    return dot(q, k) / math.sqrt(len(q))


def gaussian(
    q: Float[Tensor, " K"], k: Float[Tensor, " K"], bandwidth: float = 1.0
) -> Float[Tensor, ""]:
    """-|q - k|^2 / (2 h^2), h the bandwidth: the logarithm of a Gaussian
    kernel. Nadaraya 1964; Watson 1964.
    """
    off = q - k
    return -dot(off, off) / (2 * bandwidth**2)


def general(
    q: Float[Tensor, " D"], k: Float[Tensor, " M"], W: Float[Tensor, "D M"]
) -> Float[Tensor, ""]:
    """q^T W k. Luong et al. 2015, equation 8 (general)."""
    return dot(q, times(W, k))


def additive(
    q: Float[Tensor, " D"],
    k: Float[Tensor, " M"],
    W: Float[Tensor, "A D"],
    U: Float[Tensor, "A M"],
    v: Float[Tensor, " A"],
) -> Float[Tensor, ""]:
    """v^T tanh(W q + U k). Bahdanau et al. 2015, appendix A.1.2."""
    return dot(v, torch.tanh(times(W, q) + times(U, k)))


def linear(
    q: Float[Tensor, " D"],
    k: Float[Tensor, " M"],
    a: Float[Tensor, " D"],
    b: Float[Tensor, " M"],
) -> Float[Tensor, ""]:
    """a . q + b . k: one linear layer on [q; k]. No paper: chapter 2 shows why
    it cannot work (claim S04).
    """
    return dot(a, q) + dot(b, k)


def times(
    W: Float[Tensor, "D K"], x: Float[Tensor, " K"]
) -> Float[Tensor, " D"]:
    """Row i of the matrix times the vector: sum_k W_ik x_k."""
    return (W * x).sum(1)
