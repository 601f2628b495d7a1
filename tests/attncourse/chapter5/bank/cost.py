"""Answers to `cost`, wrong and right."""

import math

from torch import nn

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(T, D, H, K, V):
    parameters = 2 * D * H * (K + V)
    return [parameters, T * parameters + H * T * T * (K + V)]


@bank.right
def product_by_product(T, D, H, K, V):
    learned = [(D, H * K), (D, H * K), (D, H * V), (H * V, D)]
    products = [(T, *sizes) for sizes in learned]
    products += H * [(T, K, T), (T, T, V)]
    return [sum(map(math.prod, sizes)) for sizes in (learned, products)]


@bank.right
def head_by_head(T, D, H, K, V):
    parameters = products = 0
    for width in H * (K, K, V, V):
        parameters += D * width
        products += T * D * width
    return [parameters, products + H * (T * K * T + T * T * V)]


@bank.right
def layers(T, D, H, K, V):
    widths = [(D, H * K)] * 2 + [(D, H * V), (H * V, D)]
    made = [nn.Linear(*w, bias=False, device="meta") for w in widths]
    learned = sum(layer.weight.numel() for layer in made)
    return [learned, learned * T + (K + V) * H * T**2]


bank.slips(
    plain,
    {
        "values as wide as keys": (
            "2 *",
            "4 *",
            "(K + V)\n",
            "K\n",
            "K + V",
            "2 * K",
        ),
        "forgets the last matrix": (
            "2 * D * H * (K + V)",
            "D * H * (2 * K + V)",
        ),
        "one head for all matrices": ("2 * D * H", "2 * D"),
        "uses each matrix once, not for every word": (
            "T * parameters",
            "parameters",
        ),
        "scores and reading without the heads": ("H * T * T", "T * T"),
        "scores and reading once for each word": ("H * T * T", "H * T"),
        "takes all matrices for D times D": (
            "2 * D * H * (K + V)",
            "4 * D * D",
            "H * T * T * (K + V)",
            "2 * T * T * D",
        ),
        "the last matrix has V rows, not H V": (
            "2 * D * H * (K + V)",
            "D * H * (2 * K + V) + V * D",
        ),
    },
)
bank.fresh(
    plain,
    {
        "counts biases, too": (
            "2 * D * H * (K + V)",
            "2 * D * H * (K + V) + H * (2 * K + V) + D",
        ),
        "values are read as if they were as wide as keys": (
            "T * T * (K + V)",
            "T * T * 2 * K",
        ),
        "forgets the reading": ("T * T * (K + V)", "T * T * K"),
        "counts each pair of words once": (
            "H * T * T",
            "H * (T * (T + 1) // 2)",
        ),
    },
)
