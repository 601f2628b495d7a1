"""The blocks equal their definitions word by word; what leaks and what does
not; word by word with what was kept equals all at once.
"""

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from attnbook import masks
from attnbook.blocks import (
    BatchNorm,
    DecoderBlock,
    EncoderBlock,
    FeedForward,
    Residual,
)
from attncourse import spec
from tests.toys import assert_same, gradients, normal, refused

B, T, S, D, H, HIDDEN = 2, 4, 5, 6, 3, 7
each_norm = pytest.mark.parametrize("norm", ["pre", "post"])
SEEN = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]]).bool()[:, None, None]
"""The second source has two words of padding."""


def filled(module: nn.Module) -> nn.Module:
    """The module in float64 with nothing at 0 or 1."""
    module = module.double()
    for seed, parameter in enumerate(module.parameters()):
        with torch.no_grad():
            parameter.copy_(normal(*parameter.shape, seed=seed))
    return module


def encoder(*choices, **more) -> EncoderBlock:
    return filled(EncoderBlock(D, H, HIDDEN, *choices, **more))


def decoder(*choices, **more) -> DecoderBlock:
    return filled(DecoderBlock(D, H, HIDDEN, *choices, **more))


def parts(way: Residual) -> tuple[spec.Heads | spec.Between, spec.Norm]:
    """What a layer and its normalisation have learned, in the words of spec."""
    layer, norm = way.layer, spec.Norm(way.norm.weight, way.norm.bias)
    if isinstance(layer, FeedForward):
        wide, narrow = layer.wide, layer.narrow
        return (
            spec.Between(wide.weight, wide.bias, narrow.weight, narrow.bias),
            norm,
        )
    three = layer.query, layer.key, layer.value
    cut = [m.weight.chunk(H) for m in three] + [m.bias.chunk(H) for m in three]
    heads = [spec.Head(*matrices) for matrices in zip(*cut, strict=True)]
    return spec.Heads(heads, layer.out.weight, layer.out.bias), norm


@each_norm
@pytest.mark.parametrize("mask", [None, SEEN], ids=["all", "padded"])
def test_an_encoder_block_is_its_loops(norm, mask):
    block, x = encoder(norm), normal(B, S, D, seed=21)
    rows = [None] * B if mask is None else mask[:, 0].expand(B, S, S)
    layers = parts(block.own), parts(block.feed_forward)
    wanted = [
        spec.encoder_block(one, *layers, row, first=norm == "pre")
        for one, row in zip(x, rows, strict=True)
    ]
    out = block(x, mask)
    assert_same(out, torch.stack(wanted), x, *block.parameters())


@each_norm
def test_a_decoder_block_is_its_loops(norm):
    block, x = decoder(norm), normal(B, T, D, seed=21)
    memory, first = normal(B, S, D, seed=22), norm == "pre"
    layers = [parts(way) for way in block.children()]
    wanted = [
        spec.decoder_block(one, other, *layers, row.expand(T, S), first=first)
        for one, other, row in zip(x, memory, SEEN[:, 0], strict=True)
    ]
    out = block(x, memory, masks.causal(T), SEEN)
    inputs = x, memory, *block.parameters()
    assert_same(out, torch.stack(wanted), *inputs)


@each_norm
def test_weights_are_what_forward_reads_with(norm):
    """Those of its layers of attention, for what each of them was given."""
    given = []
    first, second, x = encoder(norm), decoder(norm), normal(B, T, D, seed=1)
    memory, causal = normal(B, S, D, seed=2), masks.causal(T)
    for layer in (first.own.layer, second.own.layer, second.cross.layer):
        layer.register_forward_hook(
            lambda layer, args, more, out: given.append(
                layer.weights(*args, **more)
            ),
            with_kwargs=True,
        )
    first(memory, SEEN), second(x, memory, causal, SEEN)
    wanted = given[:]
    found = (
        first.weights(memory, SEEN),
        *second.weights(x, memory, causal, SEEN),
    )
    for one, other in zip(found, wanted, strict=True):
        torch.testing.assert_close(one, other)


@pytest.mark.parametrize("sizes", [(D, HIDDEN), (1, 1)], ids=str)
def test_a_feed_forward_layer_is_two_convolutions_of_width_1(sizes):
    layer, x = filled(FeedForward(*sizes)), normal(B, T, sizes[0], seed=1)
    wide, narrow = (
        (m.weight[..., None], m.bias) for m in (layer.wide, layer.narrow)
    )
    hidden = F.conv1d(x.mT, *wide).relu()
    wanted = F.conv1d(hidden, *narrow).mT
    assert_same(layer(x), wanted, x, *layer.parameters())


def leaks(norm: str, normalisation: str) -> float:
    """The greatest derivative of the first word's output by a later word."""
    block = decoder(norm, normalisation=normalisation)
    x, memory = normal(B, T, D, seed=1), normal(B, S, D, seed=2)
    out = block(x, memory, masks.causal(T))
    (grad,) = gradients(out[:, 0], x)
    assert grad[:, 0].abs().max() > 0.01
    return float(grad[:, 1:].abs().max())


@each_norm
def test_batch_normalisation_shows_the_future_layer_normalisation_does_not(
    norm,
):
    assert leaks(norm, "layer") == leaks(norm, "none") == 0
    assert leaks(norm, "batch") > 0.01


def test_batch_normalisation_is_over_all_words_of_all_sentences():
    layer, x = filled(BatchNorm(D)), normal(B, S, D, seed=1)
    words = x.flatten(0, 1)
    deviation = words.var(0, correction=0).add(layer.eps).sqrt()
    wanted = (x - words.mean(0)) / deviation * layer.weight + layer.bias
    assert_same(layer(x), wanted, x, *layer.parameters())


@pytest.mark.parametrize(
    ("choices", "wanted"),
    [
        ({}, lambda x, f, n: x + f(n(x))),
        ({"norm": "post"}, lambda x, f, n: n(x + f(x))),
        ({"normalisation": "none"}, lambda x, f, n: x + f(x)),
        ({"residual": False}, lambda x, f, n: f(n(x))),
        ({"residual": False, "norm": "post"}, lambda x, f, n: n(f(x))),
        ({"dropout": 1.0}, lambda x, f, n: x),
        ({"dropout": 1.0, "norm": "post"}, lambda x, f, n: n(x)),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "way",
)
def test_the_way_around_a_layer(choices, wanted):
    layer, x = nn.Linear(D, D), normal(B, T, D, seed=1)
    way = filled(Residual(layer, D, **choices))
    torch.testing.assert_close(way(x), wanted(x, layer, way.norm))
    if "dropout" in choices:
        assert not torch.allclose(way.eval()(x), way.train()(x))


def test_a_block_hands_its_choices_to_all_its_layers():
    choices = {"normalisation": "none", "residual": False}
    for make, count in ((encoder, 2), (decoder, 3)):
        ways = list(make("post", 0.25, **choices).children())
        assert len(ways) == count
        for way in ways:
            assert (way.first, way.residual) == (False, False)
            assert way.dropout.p == 0.25
            assert isinstance(way.norm, nn.Identity)


def test_no_hidden_numbers_no_feed_forward_layer():
    one, other = (make(D, H, 0) for make in (EncoderBlock, DecoderBlock))
    x, memory = torch.randn(B, T, D), torch.randn(B, S, D)
    torch.testing.assert_close(one(x), one.own(x))
    wanted = other.cross(other.own(x), memory)
    torch.testing.assert_close(other(x, memory), wanted)


@each_norm
def test_with_what_was_kept_no_word_and_no_memory_is_read_twice(norm):
    block, x = decoder(norm), normal(B, T, D, seed=1)
    memory = normal(B, S, D, seed=2)
    whole = block(x, memory, masks.causal(T), SEEN)
    kept, found = block.new_cache(memory), []
    for t in range(T):
        before, kept = kept, kept.copy()
        found.append(block(x[:, [t]], None, None, SEEN, kept))
        assert (len(before.own), len(kept.own)) == (t, t + 1)
    inputs = x, memory, *block.parameters()
    assert_same(torch.cat(found, 1), whole, *inputs)


def test_a_block_that_refuses_the_memory_keeps_no_word():
    block, x = decoder(), normal(B, T, D, seed=1)
    kept = block.new_cache(normal(B, S, D, seed=2))
    wrong = SEEN[..., :-1]
    with refused("mask does not fit"):
        block(x[:, :1], None, None, wrong, kept)
    assert (len(kept.own), len(kept.cross)) == (0, S)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: FeedForward(0, 3), "width must be at least 1: width=0"),
        (lambda: FeedForward(3, 0), "hidden must be at least 1: hidden=0"),
        (lambda: encoder("middle"), "one of pre, post: norm='middle'"),
        (
            lambda: decoder(normalisation="group"),
            "one of layer, rms, batch, none: normalisation='group'",
        ),
    ],
)
def test_what_there_is_not_is_refused(make, says):
    with refused(says):
        make()
