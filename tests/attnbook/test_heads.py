"""Loops, einsum, one head after the other, the fused kernel and PyTorch's layer
are one function; what does not fit is refused by name.
"""

from unittest.mock import Mock

import pytest
import torch
from torch import nn
from torch.func import functional_call
from torch.nn import functional as F

from attnbook import attention, masks
from attnbook.heads import MultiHead
from attnbook.pooling import LearnedQuery, MILPooling
from attncourse import spec
from tests.toys import (
    assert_same,
    gradients,
    normal,
    random_mask,
    refused,
    unchecked,
)

B, H, T, S, D, M = 2, 3, 5, 7, 6, 11
SELF = {"memory_width": None}
CROSS = {"memory_width": M}


def layer(**widths):
    """A layer in float64 with nothing at 0."""
    made = MultiHead(D, H, **widths).double()
    for seed, parameter in enumerate(made.parameters()):
        with torch.no_grad():
            parameter.copy_(normal(*parameter.shape, seed=seed))
    return made


def inner(made):
    return made.query, made.key, made.value


def heads_of(made):
    """The matrices and biases of each head."""
    parts = [m.weight.chunk(H) for m in inner(made)]
    parts += [m.bias.chunk(H) for m in inner(made)]
    return [spec.Head(*each) for each in zip(*parts, strict=True)]


def loops(made, x, memory, mask):
    """Sentence by sentence, head by head, row by row."""
    out = made.out.weight, made.out.bias
    rows = [None] * len(x) if mask is None else mask.expand(B, 1, T, -1)[:, 0]
    return torch.stack(
        [
            spec.multihead(one, other, heads_of(made), *out, row)
            for one, other, row in zip(x, memory, rows, strict=True)
        ]
    )


def einsum(made, x, memory, mask):
    """The heads as an axis of the matrices."""
    q, k, v = (
        torch.einsum("btd,hkd->bhtk", given, m.weight.unflatten(0, (H, -1)))
        + m.bias.unflatten(0, (H, -1))[:, None]
        for m, given in zip(inner(made), (x, memory, memory), strict=True)
    )
    scores = torch.einsum("bhtk,bhsk->bhts", q, k) / q.shape[-1] ** 0.5
    weights = attention.masked_softmax(scores, mask)
    W = made.out.weight.unflatten(1, (H, -1))
    return torch.einsum("bhts,bhsv,dhv->btd", weights, v, W) + made.out.bias


def separate(made, x, memory, mask):
    """One head after the other, each with matrices of its own."""
    found = []
    for W_q, W_k, W_v, b_q, b_k, b_v in heads_of(made):
        q, k, v = x @ W_q.T + b_q, memory @ W_k.T + b_k, memory @ W_v.T + b_v
        one = (each[:, None] for each in (q, k, v))
        found.append(attention.attend(*one, mask, fused=False)[:, 0])
    return made.out(torch.cat(found, -1))


def torchs(made, x, memory, mask):
    """PyTorch's layer with the same weights."""
    width = made.memory_width
    other = nn.MultiheadAttention(D, H, kdim=width, vdim=width).double()
    matrices = [m.weight for m in inner(made)]
    names = [f"{name}_proj_weight" for name in "qkv"]
    state = dict(zip(names, matrices, strict=True))
    if other.in_proj_weight is not None:
        state = {"in_proj_weight": torch.cat(matrices)}
    state["in_proj_bias"] = torch.cat([m.bias for m in inner(made)])
    state["out_proj.weight"] = made.out.weight
    state["out_proj.bias"] = made.out.bias
    if mask is not None:
        shape = B, H, T, memory.shape[1]
        mask = ~mask.expand(shape).flatten(0, 1)
    given = x.transpose(0, 1), *[memory.transpose(0, 1)] * 2
    out, _ = functional_call(other, state, given, {"attn_mask": mask})
    return out.transpose(0, 1)


RUNGS = (loops, einsum, separate, torchs)
MASKS = {
    "all seen": lambda size: None,
    "causal": lambda size: masks.causal(T, size),
    "padded": lambda size: masks.padding(
        torch.arange(size).expand(B, -1) + torch.tensor([[1], [4 - size]]), 0
    ),
    "anything": lambda size: (
        random_mask(B, 1, T, size, seed=9)
        | torch.eye(T, size, dtype=torch.bool)
    ),
}


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: rung.__name__)
@pytest.mark.parametrize("kind", [SELF, CROSS], ids=["self", "cross"])
@pytest.mark.parametrize("mask", MASKS)
def test_every_rung_of_the_ladder_is_one_function(rung, kind, mask):
    made, x = layer(**kind), normal(B, T, D, seed=21)
    memory = x if kind is SELF else normal(B, S, M, seed=22)
    seen = MASKS[mask](memory.shape[1])
    own = made(x, None if kind is SELF else memory, seen)
    inputs = x, memory, *made.parameters()
    assert_same(own, rung(made, x, memory, seen), *inputs)


@pytest.mark.parametrize("rung", (loops, einsum, separate))
def test_keys_and_values_may_have_any_width(rung):
    made = layer(memory_width=M, key_width=5, value_width=4)
    x, memory = normal(B, T, D, seed=21), normal(B, S, M, seed=22)
    mask = random_mask(B, 1, T, S, seed=3)
    own = made(x, memory, mask)
    assert_same(own, rung(made, x, memory, mask), x, memory)


@pytest.mark.parametrize("first", [True, False], ids=["first", "second"])
@pytest.mark.parametrize("width", [D, M])
@pytest.mark.parametrize("bias", [True, False], ids=["bias", "none"])
def test_from_torch_takes_the_weights_and_the_rate(first, width, bias):
    torch.manual_seed(2)
    other = nn.MultiheadAttention(
        D, H, 0.25, bias, kdim=width, vdim=width, batch_first=first
    ).double()
    if bias:
        nn.init.normal_(other.in_proj_bias)
        nn.init.normal_(other.out_proj.bias)
    made = MultiHead.from_torch(other.eval())
    assert (made.dropout, made.training) == (0.25, False)
    x, memory = normal(B, T, D, seed=1), normal(B, S, width, seed=2)
    given = [y if first else y.transpose(0, 1) for y in (x, memory, memory)]
    wanted, weights = other(*given, average_attn_weights=False)
    wanted = wanted if first else wanted.transpose(0, 1)
    assert_same(made(x, memory), wanted, x, memory)
    torch.testing.assert_close(made.weights(x, memory), weights)
    assert not {id(y) for y in made.parameters()} & {
        id(y) for y in other.parameters()
    }, "weights of its own"


@pytest.mark.parametrize("width", [D, M])
def test_from_torch_takes_what_is_frozen(width):
    """Of stacked matrices each part; in a block without gradients, too."""
    other = nn.MultiheadAttention(D, H, kdim=width, vdim=width)
    for name, weight in other.named_parameters():
        weight.requires_grad_(name.startswith("out") or name.startswith("k_"))
    with torch.no_grad():
        made = MultiHead.from_torch(other)
    learns = {n for n, x in made.named_parameters() if x.requires_grad}
    wanted = {"out.weight", "out.bias"}
    assert learns == (wanted if width == D else wanted | {"key.weight"})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kdim": 3, "vdim": 5}, "kdim=3, vdim=5"),
        ({"add_bias_kv": True}, "add_bias_kv=True"),
        ({"add_zero_attn": True}, "add_zero_attn=True"),
    ],
)
def test_from_torch_refuses_what_it_has_not(change, words):
    with pytest.raises(ValueError, match=words):
        MultiHead.from_torch(nn.MultiheadAttention(D, H, **change))


def test_weights_are_what_forward_reads_with():
    """With values that are the identity and nothing after them."""
    made = layer(memory_width=S, value_width=S)
    x, memory = normal(B, T, D, seed=1), torch.eye(S).double().expand(B, S, S)
    with torch.no_grad():
        made.value.weight.copy_(torch.eye(S).repeat(H, 1))
        made.value.bias.zero_()
    made.out = nn.Identity()
    mask = random_mask(B, H, T, S, seed=4)
    weights = made.weights(x, memory, mask)
    with unchecked():
        read = made(x, memory, mask)
    torch.testing.assert_close(read, weights.transpose(1, 2).flatten(2))


@pytest.mark.parametrize("train", [True, False])
def test_dropout_hides_weights_in_training_alone(train):
    made = layer(dropout=0.5).train(train)
    x = normal(B, T, D, seed=1)
    torch.manual_seed(1)
    assert (made(x) != made(x)).any() == train


def test_fresh_matrices_are_xaviers_and_biases_zero():
    made = MultiHead(D, H, memory_width=M)
    for one in (*inner(made), made.out):
        bound = (6 / sum(one.weight.shape)) ** 0.5
        assert 0.8 * bound < one.weight.abs().max() < bound
        assert not one.bias.any()


def test_a_query_that_sees_nothing_returns_the_last_bias():
    made, x = layer(), normal(B, T, D, seed=1)
    mask = random_mask(B, 1, T, T, seed=2)
    out = made(x, mask=mask)
    blind = out[~mask.any(-1)[:, 0]]
    assert len(blind) >= B
    torch.testing.assert_close(blind, made.out.bias.expand_as(blind))
    assert all(g.isfinite().all() for g in gradients(out, *made.parameters()))


@pytest.mark.parametrize(
    ("asked", "answers"), [(T, 0), (0, S), (1, 1), (0, 0)], ids=str
)
def test_no_word_one_word_and_no_memory(asked, answers):
    """Of nothing the bias is left; a single word has the weight 1."""
    made = layer(memory_width=M)
    x, memory = normal(B, asked, D, seed=1), normal(B, answers, M, seed=2)
    out = made(x, memory)
    assert out.shape == (B, asked, D)
    assert made.weights(x, memory).shape == (B, H, asked, answers)
    if answers < 2:
        read = made.out(made.value(memory)) if answers else made.out.bias
        torch.testing.assert_close(out, read.expand_as(out))


def test_one_head_is_attention_between_two_linear_layers():
    made, x = MultiHead(D, 1).double(), normal(B, T, D, seed=1)
    q, k, v = (m(x)[:, None] for m in inner(made))
    torch.testing.assert_close(
        made(x), made.out(attention.attend(q, k, v))[:, 0]
    )


@pytest.mark.parametrize(
    "made", [MultiHead(D, H), LearnedQuery(2, D), MILPooling(D, 4)], ids=repr
)
def test_within_autocast_formats_may_differ(made):
    x = normal(B, T, D, seed=1).detach().float()
    with torch.autocast("cpu", torch.bfloat16):
        with torch.no_grad():
            fused = made(x)
        torch.testing.assert_close(made(x), fused, atol=0.05, rtol=0.05)
        assert made.weights(x).isfinite().all()
    torch.testing.assert_close(made(x), fused.float(), atol=0.05, rtol=0.05)


def test_all_weights_may_drop_out():
    """As PyTorch's layer allows: nothing is read, the bias is left."""
    made = MultiHead.from_torch(nn.MultiheadAttention(D, H, 1.0))
    nn.init.ones_(made.out.bias)
    assert (made(torch.ones(B, T, D)) == 1).all()


NO_WIDTHS = [
    (kind, size, {name: 0}, f"{name} must be at least 1.*=0", ValueError)
    for kind, size, names in (
        (MultiHead, (6, 3), ("memory_width", "key_width", "value_width")),
        (LearnedQuery, (2, 6), ("key_width", "value_width")),
    )
    for name in names
]


@pytest.mark.parametrize(
    ("kind", "sizes", "more", "says", "error"),
    [
        *NO_WIDTHS,
        (MultiHead, ("32", 4), {}, "whole number: width='32'", TypeError),
        (MultiHead, (32, 4.0), {}, "whole number: heads=4.0", TypeError),
        (MultiHead, (32, True), {}, "whole number: heads=True", TypeError),
        (MultiHead, (32, 4), {"position": "a"}, "a Position: 'a'", TypeError),
        (MultiHead, (6, 3), {"dropout": 1.5}, "dropout=1.5", ValueError),
        (MultiHead, (10, 3), {}, "width=10, heads=3", ValueError),
        (MultiHead, (10, 3), {"key_width": 4}, "must divide width", ValueError),
        (MultiHead, (10, 0), {}, "must divide width: .*heads=0", ValueError),
        (LearnedQuery, (0, D), {}, "count=0", ValueError),
    ],
)
def test_sizes_that_cannot_be_are_refused(kind, sizes, more, says, error):
    with refused(says, error):
        kind(*sizes, **more)


def test_a_width_that_heads_do_not_divide_serves_where_both_are_given():
    made = MultiHead(10, 3, key_width=4, value_width=2)
    assert made(torch.zeros(1, 2, 10)).shape == (1, 2, 10)


SHAPED = MultiHead(D, H, memory_width=M)


@pytest.mark.parametrize(
    ("made", "shapes", "words"),
    [
        (
            SHAPED,
            [(B, T, D + 1)],
            r"x must be \(B, T, D\) with D = 6: .*5, 7\)",
        ),
        (SHAPED, [(T, D)], r"x must be \(B, T, D\)"),
        (SHAPED, [(B, T, D), (B, S, D)], r"memory must be .* M\) with M = 11"),
        (SHAPED, [(B, T, D), (B + 1, S, M)], r"agree in B: x=\(2, 5, 6\)"),
        (SHAPED, [(B, T, D)], r"memory must be \(B, S, M\) with M = 11"),
        (LearnedQuery(3, D), [(B, S, D + 1)], r"memory must be .* D = 6"),
        (MILPooling(D, 4), [(S, D)], r"bag must be .* D = 6"),
    ],
)
def test_wrong_shapes_are_refused_by_their_axes(made, shapes, words):
    with refused(words):
        made(*map(torch.zeros, shapes))


def test_learned_queries_read_as_the_loops_do():
    made = LearnedQuery(3, D, key_width=4, value_width=5).double()
    memory, mask = normal(B, S, D, seed=1), random_mask(B, 1, 1, S, seed=2)
    mask[1] = torch.arange(S) % 2 == 0
    wanted = [
        spec.attend(
            made.query,
            rows @ made.key.weight.T,
            rows @ made.value.weight.T,
            seen.expand(3, -1),
        )
        for rows, seen in zip(memory, mask[:, 0, 0], strict=True)
    ]
    parameters = made.query, made.key.weight, made.value.weight
    out = made(memory, mask)
    assert_same(out, torch.stack(wanted), memory, *parameters)
    weights = made.weights(memory, mask)
    torch.testing.assert_close(out, weights @ made.value(memory))
    assert made(memory[:, :2]).shape == out.shape, "whatever the memory's size"


@pytest.mark.parametrize("gated", [True, False], ids=["gated", "plain"])
def test_mil_pooling_equals_its_loops_and_cross_attention(gated):
    made = MILPooling(D, 4, gated=gated).double()
    bag, mask = normal(B, S, D, seed=1), torch.ones(B, 1, 1, S).bool()
    mask[1, ..., 3:] = False
    V, w = made.hidden.weight, made.out.weight
    U = made.gate.weight if gated else None
    wanted = [
        spec.mil_pooling(rows[:size], V, w[0], U)
        for rows, size in zip(bag, (S, 3), strict=True)
    ]
    out = made(bag, mask)
    assert_same(out, torch.stack(wanted), bag, *made.parameters())
    torch.testing.assert_close(
        out, (made.weights(bag, mask)[..., None] * bag).sum(1)
    )
    assert (made(bag, mask & False) == 0).all(), "an empty bag"


def test_every_pair_of_words_is_compared():
    """Soft attention saves nothing: each of T times T scores changes some
    output.
    """
    made, x = layer(), normal(1, 4, D, seed=1)
    weights = made.weights(x)
    assert weights.shape == (1, H, 4, 4)
    assert (weights > 0).all()
    for t in range(4):
        (grad,) = torch.autograd.grad(made(x)[0, t].sum(), x)
        assert (grad[0].abs().amax(-1) > 0).all()


@pytest.mark.parametrize(
    ("keys", "masked", "learns", "fused"),
    [
        (99, False, True, False),
        (100, False, True, True),
        (99, True, True, True),
        (99, False, False, True),
    ],
)
def test_the_kernel_is_taken_where_it_is_faster(
    keys, masked, learns, fused, monkeypatch
):
    kernel = Mock(wraps=F.scaled_dot_product_attention)
    monkeypatch.setattr(F, "scaled_dot_product_attention", kernel)
    made = layer(memory_width=M)
    x, memory = normal(B, T, D, seed=1), normal(B, keys, M, seed=2)
    mask = masks.causal(T, keys) if masked else None
    expected = einsum(made, x, memory, mask)
    with torch.set_grad_enabled(learns):
        assert (made(x, memory, mask) - expected).abs().max() < 1e-10
    assert kernel.call_count == fused
