"""Answers to `cost`, wrong and right."""

import math

from torch import nn

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(T, D, H, K, V):
    width = 2 * K + 2 * V
    parameters = D * H * width
    pairs = H * T * T
    return [parameters, T * parameters + pairs * (K + V)]


@bank.right
def product_by_product(T, D, H, K, V):
    learned = [(D, H * K), (D, H * K), (D, H * V), (H * V, D)]
    products = [(T, *sizes) for sizes in learned]
    products += H * [(T, K, T), (T, T, V)]
    return [sum(map(math.prod, sizes)) for sizes in (learned, products)]


@bank.right
def layers(T, D, H, K, V):
    widths = [(D, H * K)] * 2 + [(D, H * V), (H * V, D)]
    made = [nn.Linear(*w, bias=False, device="meta") for w in widths]
    learned = sum(layer.weight.numel() for layer in made)
    return [learned, learned * T + (K + V) * H * T**2]


bank.slips(
    plain,
    {
        "values as wide as keys": ("2 * V", "2 * K", "K + V", "K + K"),
        "forgets the last matrix": ("2 * V", "V"),
        "one head for all matrices": ("D * H", "D"),
        "uses each matrix once, not for every word": ("T * param", "param"),
        "scores and reading without the heads": ("H * T", "T"),
        "scores and reading once for each word": ("T * T", "T"),
        "takes all matrices for D times D": (
            "H * width",
            "4 * D",
            "H * T",
            "T",
            "K + V",
            "2 * D",
        ),
        "the last matrix has V rows, not H V": (
            "H * width",
            "(H * (width - V) + V)",
        ),
    },
)
bank.fresh(
    plain,
    {
        "counts biases, too": (
            "D * H * width",
            "H * (D * width + 2 * K + V) + D",
        ),
        "reads values as if they were as wide as keys": ("(K + V)", "2 * K"),
        "forgets the reading": ("(K + V)", "K"),
        "counts each pair of words once": ("T * T", "T * (T + 1) // 2"),
    },
)
