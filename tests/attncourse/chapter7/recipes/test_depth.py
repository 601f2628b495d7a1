"""Stacks of layers, made small."""

import math
from types import SimpleNamespace

import pytest
import torch

from attnbook.blocks import FeedForward, Residual
from attnbook.metrics.similarity import mean_cosine
from attncourse.chapter7.recipes import depth
from attncourse.chapter7.recipes.depth import ALONE, DEPTH, WHOLE


def test_in_a_circle_each_word_has_the_one_before_it(generator):
    tokens, answers = DEPTH.circle(5, generator)
    assert tokens.sort(1).values.tolist() == [[*range(1, 9)]] * 5
    for row, said in zip(tokens.tolist(), answers.tolist(), strict=True):
        assert said == [row[k - 1] for k in range(8)]


@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_who_says_the_same_of_all_words_loses_log_n_at_least(generator, spread):
    scores = spread * torch.randn(9, generator=generator)
    model = SimpleNamespace(
        encode=lambda tokens: (scores.expand(*tokens.shape, 9), None),
        logits=lambda memory: memory,
    )
    total, count = depth.loss(model, DEPTH.circle(6, generator))
    more = float(total) / count - math.log(8)
    assert more > 0.1 if spread else abs(more) < 1e-6


def test_attention_stands_alone_or_in_whole_blocks(generator):
    def kinds(parts):
        blocks = DEPTH.stack(9, parts, 2, 1).encoder
        return {type(layer) for layer in blocks.modules()}

    assert kinds(WHOLE) - kinds(ALONE) >= {FeedForward, torch.nn.LayerNorm}
    assert not kinds(ALONE) & {FeedForward, torch.nn.LayerNorm}
    ways = [
        module.residual
        for module in DEPTH.stack(9, ALONE, 2, 1).encoder.modules()
        if isinstance(module, Residual)
    ]
    assert ways == [False, False]


def test_the_cosines_of_pairs_have_the_mean_cosine(generator):
    x = torch.randn(1, 5, 7, generator=generator, dtype=torch.float64)
    pairs = depth.pair_cosines(x[0])
    mean = mean_cosine(x, torch.ones(1, 5, dtype=torch.bool))
    assert sum(pairs) / len(pairs) == pytest.approx(float(mean), abs=1e-3)
    three = torch.tensor([[2.0, 0], [0, 3], [1, 1]])
    half = round(math.sqrt(0.5), 3)
    assert depth.pair_cosines(three) == [0, half, half]
