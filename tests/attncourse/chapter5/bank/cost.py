"""Answers to `cost`, wrong and right."""

import math

from torch import nn

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.wrong("values as wide as keys")
def values_as_keys(T, D, H, K, V):
    parameters = 4 * D * H * K
    return [parameters, T * parameters + 2 * H * T * T * K]


@bank.wrong("forgets the last matrix")
def no_last(T, D, H, K, V):
    parameters = D * H * (2 * K + V)
    return [parameters, T * parameters + H * T * T * (K + V)]


@bank.wrong("one head for all matrices")
def one_head(T, D, H, K, V):
    parameters = 2 * D * (K + V)
    return [parameters, T * parameters + H * T * T * (K + V)]


@bank.wrong("uses each matrix once, not for every word")
def once(T, D, H, K, V):
    parameters = 2 * D * H * (K + V)
    return [parameters, parameters + H * T * T * (K + V)]


@bank.wrong("scores and reading without the heads")
def pairs_once(T, D, H, K, V):
    parameters = 2 * D * H * (K + V)
    return [parameters, T * parameters + T * T * (K + V)]


@bank.wrong("scores and reading once for each word")
def words_not_pairs(T, D, H, K, V):
    parameters = 2 * D * H * (K + V)
    return [parameters, T * parameters + H * T * (K + V)]


@bank.wrong("takes all matrices for D times D")
def square(T, D, H, K, V):
    parameters = 4 * D * D
    return [parameters, T * parameters + 2 * T * T * D]


@bank.wrong("the last matrix has V rows, not H V")
def small_last(T, D, H, K, V):
    parameters = D * H * (2 * K + V) + V * D
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
