"""Each encoding equals its loops, in value and gradient, and has the property
that defines it.
"""

import math
from itertools import product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnbook import attention, masks, positions
from attnbook.cache import Cache
from attnbook.heads import MultiHead
from attncourse import spec
from tests.toys import assert_same, each_head, normal, refused

B, H, T, K, V = 2, 3, 7, 6, 5
STARTS = [0, 3, torch.tensor([4, 11])]


def test_a_rotary_position_has_a_base_by_name_and_shows_it():
    """Elsewhere the width comes first, and would be taken for it."""
    with pytest.raises(TypeError):
        positions.Rotary(8)
    with refused("base must be above 0: base=0.0"):
        positions.Rotary(base=0.0)
    assert repr(positions.Rotary(base=500.0)) == "Rotary(base=500)"


def place(start, b):
    return int(start if isinstance(start, int) else start[b])


def randomised(made):
    """In float64, with nothing at 0."""
    for seed, parameter in enumerate(made.double().parameters()):
        with torch.no_grad():
            parameter.copy_(normal(*parameter.shape, seed=seed))
    return made


def head(position, q, k, v, mask=None):
    """Attention with that encoding, nothing around it."""
    q, k = position.rotate(q, k)
    a = attention.weights(q, k, mask, bias=position.bias(q, k))
    read = attention.weighted_sum(a, v)
    return read if position.values is None else read + position.values(a)


def test_the_table_is_that_of_the_loops():
    table = positions.sinusoidal(50, 128)
    wanted = torch.stack([spec.sinusoidal(t, 128) for t in range(50)])
    torch.testing.assert_close(table, wanted.float())


@pytest.mark.parametrize("start", STARTS, ids=["0", "3", "each"])
def test_words_stand_at_their_places(start):
    """Sinusoidal, learned and complex, each sequence from its own start; from 0
    unless told.
    """
    x, given = normal(B, T, K, seed=1), [] if start is STARTS[0] else [start]
    added = positions.Sinusoidal(K)(x, *given)
    table = randomised(positions.Learned(20, K))
    tokens = torch.arange(B * T).reshape(B, T) % 4
    turning = randomised(positions.Complex(4, K))
    for b in range(B):
        for t in range(T):
            there = place(start, b) + t
            torch.testing.assert_close(
                added[b, t], x[b, t] + spec.sinusoidal(there, K)
            )
            torch.testing.assert_close(
                table(x, *given)[b, t], x[b, t] + table.table[there]
            )
            word = tokens[b, t]
            wanted = spec.complex_word(
                turning.amplitude[word],
                turning.frequency[word],
                turning.phase[word],
                there,
            )
            assert_same(
                turning(tokens, *given)[b, t], wanted, *turning.parameters()
            )


def test_adding_is_concatenating_with_both_halves_tied():
    """[x, p] times W above W is (x + p) W."""
    x, W = normal(7, 6, seed=1), normal(6, 4, seed=2)
    p = positions.waves(torch.arange(7), 6)
    beside = torch.cat([x, p], -1) @ torch.cat([W, W])
    torch.testing.assert_close(beside, (x + p) @ W)


@pytest.mark.parametrize("start", STARTS, ids=["0", "3", "each"])
def test_rotary_turns_as_the_loops_do(start):
    x = normal(B, H, T, K, seed=1)
    turned = [
        spec.rotary(x[b, h, t], place(start, b) + t)
        for b, h, t in product(range(B), range(H), range(T))
    ]
    wanted = torch.stack(turned).reshape(x.shape)
    assert_same(positions.rotary(x, start), wanted, x)


@pytest.mark.parametrize("mask", [None, masks.causal(T)], ids=["all", "causal"])
@pytest.mark.parametrize("reach", [2, 9])
def test_shaw_reads_as_the_loops_do(reach, mask):
    made = randomised(positions.Shaw(K, reach, V))
    q, k, v = (normal(B, H, T, w, seed=w + s) for s, w in enumerate((K, K, V)))
    seen = None if mask is None else mask[0, 0]
    wanted = each_head(
        lambda *rows: spec.shaw(*rows, made.key_rows, made.value_rows, seen),
        *(q, k, v),
    )
    inputs = q, k, v, *made.parameters()
    assert_same(head(made, q, k, v, mask), wanted, *inputs)


@pytest.mark.parametrize("symmetric", [False, True])
def test_alibi_scores_as_the_loops_do(symmetric):
    q, k = (normal(B, 4, T, K, seed=s) for s in (1, 2))
    bias = positions.Alibi(4, symmetric=symmetric).bias(q, k)
    scores = q @ k.mT / K**0.5 + bias
    for h in range(4):
        for t in range(T):
            for s in range(T):
                apart = abs(t - s) if symmetric else t - s
                m = spec.slope(h + 1, 4)
                torch.testing.assert_close(
                    scores[0, h, t, s],
                    spec.alibi(q[0, h, t], k[0, h, s], apart, m),
                )


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("heads", [4, 12])
def test_a_bias_of_16_bits_is_the_nearest_number_to_the_product(dtype, heads):
    """Within the rounding of float32; 12 heads have slopes that are no powers
    of two. The layer as a whole was made one of 16 bits.
    """
    T = 700
    made = positions.Alibi(heads, symmetric=True).to(dtype)
    q = torch.zeros(1, heads, T, 2, dtype=dtype)
    slope = positions.slopes(heads)[:, None, None]
    product = -slope * positions.distances(T, T).abs()
    below, above = (1 - 1e-6) * product, (1 + 1e-6) * product
    found = made.bias(q, q)[0]
    assert found.dtype == dtype
    assert ((found <= below.to(dtype)) & (found >= above.to(dtype))).all()
    exact = positions.Alibi(heads, symmetric=True).bias(q.double(), q.double())
    assert torch.equal(exact[0], product)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_numbers_of_16_bits_are_turned_as_others(dtype):
    """At places whose angles 16 bits cannot hold, the numbers that are turned
    taken as they are.
    """
    x = normal(B, H, T, K, seed=1).detach().to(dtype)
    near = {"atol": 2 * torch.finfo(dtype).eps, "rtol": torch.finfo(dtype).eps}
    wanted = positions.rotary(x.double(), 3001)
    torch.testing.assert_close(
        positions.rotary(x, 3001).double(), wanted, **near
    )
    tokens = torch.arange(T)[None]
    made = randomised(positions.Complex(T, K)).to(dtype)
    found = made(tokens, 3001).double()
    torch.testing.assert_close(
        found, made.double()(tokens, 3001), atol=4 * near["atol"], rtol=0
    )


def test_scores_on_a_grid_are_those_of_the_loops():
    made = randomised(positions.Relative2D(K, 1, columns=3))
    q, k = (normal(B, H, 12, K, seed=s) for s in (1, 2))
    scores = q @ k.mT / K**0.5 + made.bias(q, k)
    wanted = each_head(
        lambda one, other: spec.relative_2d(
            one, other, made.down, made.across, 3
        ),
        *(q, k),
    )
    assert_same(scores, wanted, q, k, *made.parameters())


@pytest.mark.parametrize("side", [3, 5])
def test_conditional_adds_what_the_loops_add(side):
    made = randomised(positions.Conditional2D(V, columns=3, side=side))
    x = normal(B, 12, V, seed=3)
    kernel, bias = made.around.weight[:, 0], made.around.bias
    wanted = [spec.conditional_2d(rows, kernel, bias, 3) for rows in x]
    assert_same(made(x), torch.stack(wanted), x, *made.parameters())


def test_conditional_reads_nothing_of_what_is_hidden():
    """A smaller picture in a larger grid: as if it were alone, whatever stands
    in the padding.
    """
    made = randomised(positions.Conditional2D(V, columns=4))
    alone = randomised(positions.Conditional2D(V, columns=3))
    x = normal(B, 5, 4, V, seed=1)
    mask = torch.zeros(B, 5, 4, dtype=torch.bool)
    mask[:, :2, :3] = True
    found = made(x.flatten(1, 2), mask.flatten(1)).unflatten(1, (5, 4))
    wanted = alone(x[:, :2, :3].flatten(1, 2)).unflatten(1, (2, 3))
    torch.testing.assert_close(found[:, :2, :3], wanted)


def test_a_grid_of_broken_rows_is_refused():
    x = torch.zeros(1, 1, 7, K)
    for columns, found in ((3, 3), (None, 2)):
        with refused(f"places=7, columns={found}"):
            positions.Relative2D(K, 2, columns).bias(x, x)
        with refused(f"places=7, columns={found}"):
            positions.Conditional2D(K, columns)(x[0])


@pytest.mark.parametrize(
    ("make", "given", "says"),
    [
        (positions.Conditional2D, (4, 3, 2), "side must be odd: side=2"),
        (positions.Conditional2D, (4, 3, 0), "at least 1: side=0"),
        (positions.Conditional2D, (4, 0), "at least 1: columns=0"),
        (positions.Conditional2D, (0,), "at least 1: width=0"),
        (positions.Relative2D, (4, 2, 0), "at least 1: columns=0"),
        (positions.Relative2D, (4, -1), "at least 0: reach=-1"),
        (positions.Shaw, (4, -1), "at least 0: reach=-1"),
        (positions.Shaw, (4, 2, 0), "at least 1: value_width=0"),
        (positions.Sinusoidal, (4, -1.0), "above 0: base=-1.0"),
        (positions.Sinusoidal, (3,), "width=3"),
        (positions.sinusoidal, (4, -2), "width=-2"),
        (positions.frequencies, (0,), "width=0"),
        (positions.Complex, (2, 3), "width=3"),
        (positions.slopes, (0,), "heads=0"),
    ],
)
def test_an_encoding_that_cannot_be_is_refused_at_once(make, given, says):
    with refused(says):
        make(*given)


def test_one_place_of_a_grid_alone_is_refused():
    """Without its place it would be told nothing."""
    made = MultiHead(4, 2, position=positions.Relative2D(2, 1, columns=2))
    cache = Cache()
    made(torch.zeros(1, 4, 4), cache=cache)
    with refused("every place of the grid asks: 1 queries, 5 keys"):
        made(torch.zeros(1, 1, 4), cache=cache)


PLACES = st.integers(0, 5000)


@given(PLACES, st.integers(0, 300), st.integers(1, 40))
def test_a_step_is_one_rotation(t, k, pairs):
    """PE(t + k) = R_k PE(t), with one matrix R_k for all t; and the product of
    two rows depends on their distance alone.
    """
    width, near = 2 * pairs, {"atol": 1e-9, "rtol": 0}
    here, there = spec.sinusoidal(t, width), spec.sinusoidal(t + k, width)
    for i in range(pairs):
        omega = spec.frequency(i, width)
        cos, sin = math.cos(k * omega), math.sin(k * omega)
        R = torch.tensor([[cos, sin], [-sin, cos]], dtype=torch.float64)
        pair = slice(2 * i, 2 * i + 2)
        torch.testing.assert_close(there[pair], R @ here[pair], **near)
    zero = spec.sinusoidal(0, width) @ spec.sinusoidal(k, width)
    torch.testing.assert_close(here @ there, zero, **near)
    assert float(here @ here) == pytest.approx(pairs)


@given(PLACES, PLACES, st.integers(-30, 30))
def test_rotary_scores_know_the_distance_alone(t, s, shift):
    """q and k turned; both moved by `shift`: the same score, and the same
    lengths.
    """
    q, k = (normal(1, 1, 1, K, seed=seed) for seed in (1, 2))
    t, s = t + 30, s + 30

    def score(t, s):
        return (positions.rotary(q, t) * positions.rotary(k, s)).sum()

    torch.testing.assert_close(
        score(t, s), score(t + shift, s + shift), atol=1e-9, rtol=0
    )
    torch.testing.assert_close(positions.rotary(q, t).norm(), q.norm())


@given(st.integers(0, 400), st.integers(1, 30))
def test_a_complex_word_moves_on_by_one_factor(t, k):
    """f(t + k) = e^(i omega k) f(t): the factor does not know t; and no place
    makes a word longer.
    """
    made = positions.Complex(1, K).double()
    word = torch.zeros(1, 1, dtype=torch.int64)
    here, there = (
        torch.view_as_complex(made(word, at)[0, 0].unflatten(0, (-1, 2)))
        for at in (t, t + k)
    )
    factor = torch.exp(1j * made.frequency[0] * k)
    torch.testing.assert_close(there, factor * here)
    torch.testing.assert_close(here.abs(), made.amplitude[0].abs())


def test_the_convolution_moves_with_the_image_but_at_the_border():
    made = randomised(positions.Conditional2D(V, columns=6))

    def on_grid(x):
        return made(x.flatten(1, 2)).unflatten(1, (6, 6))

    def follows(x):
        moved = on_grid(x.roll((1, 1), (1, 2)))
        return torch.allclose(moved, on_grid(x).roll((1, 1), (1, 2)))

    x = torch.zeros(1, 6, 6, V).double()
    x[:, 2, 2] = normal(1, V, seed=1).detach()
    assert follows(x)
    x[:, 0, 0] = 1.0
    assert not follows(x)
    same = on_grid(torch.ones(1, 6, 6, V).double())
    assert not torch.allclose(same[0, 0, 0], same[0, 2, 2]), (
        "equal places are told apart by the border alone"
    )


@pytest.mark.parametrize("start", [-1, 4, torch.tensor([0, 9])], ids=str)
def test_a_place_without_a_row_is_refused(start):
    table = positions.Learned(10, K)
    assert table(torch.zeros(B, 10, K)).shape == (B, 10, K)
    assert table(torch.zeros(B, 0, K)).shape == (B, 0, K)
    with refused("rows for positions 0 .. 9: positions"):
        table(torch.zeros(B, 7, K), start)


ENCODINGS = {
    "nothing": lambda: None,
    "rotary": positions.Rotary,
    "shaw": lambda: positions.Shaw(K, 3, V),
    "shaw, keys": lambda: positions.Shaw(K, 3),
    "alibi": lambda: positions.Alibi(H),
    "symmetric": lambda: positions.Alibi(H, symmetric=True),
}


def layer(name, **settings):
    made = MultiHead(
        *(V, H),
        key_width=K,
        value_width=V,
        position=ENCODINGS[name](),
        **settings,
    )
    return randomised(made)


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_layer_reads_with_its_encoding(name):
    """As attention with the encoding, between its linear layers."""
    made, x = layer(name), normal(B, T, V, seed=1)
    mask = masks.causal(T)
    q, k, v = (
        each(x).unflatten(-1, (H, -1)).transpose(1, 2)
        for each in (made.query, made.key, made.value)
    )
    read = head(made.position, q, k, v, mask)
    wanted = made.out(read.transpose(1, 2).flatten(2))
    assert_same(made(x, mask=mask), wanted, x, *made.parameters())
    q, k = made.position.rotate(q, k)
    bias = made.position.bias(q, k)
    torch.testing.assert_close(
        made.weights(x, mask=mask),
        attention.weights(q, k, mask, bias=bias),
    )


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_sentence_is_read_alike_in_any_company(name):
    """Alone, or beside another one and padded on the right or on the left."""
    made, x = layer(name), normal(B, T, V, seed=1)
    alone = made(x[:1, :4])
    for seen in (slice(0, 4), slice(T - 4, T)):
        padded, mask = x.clone(), torch.ones(B, 1, 1, T, dtype=torch.bool)
        padded[0] = 9.0
        padded[0, seen] = x[0, :4]
        mask[0] = False
        mask[0, ..., seen] = True
        found = made(padded, mask=mask, start=torch.tensor([-seen.start, 0]))
        torch.testing.assert_close(found[:1, seen], alone)


def test_a_position_beside_a_memory_is_refused():
    made = layer("rotary")
    x = normal(B, T, V, seed=1)
    with refused("a memory is another one"):
        made(x, x)
    with refused("a memory is another one"):
        made.cache_memory(x)
    assert made.weights(x).shape == (B, H, T, T)


def test_dropout_hides_the_distances_too():
    made, x = layer("shaw", dropout=1.0), normal(B, T, V, seed=1)
    torch.testing.assert_close(made.train()(x), made.out.bias.expand(B, T, V))


@pytest.mark.parametrize("S", [T, T + 4])
def test_the_last_query_stands_where_the_last_key_stands(S):
    apart = positions.distances(T, S)
    assert apart.shape == (T, S)
    assert (apart[-1, -1], apart[0, S - T], apart[0, 0]) == (0, 0, T - S)
    causal = masks.causal(T, S)[0, 0]
    assert ((apart <= 0) == causal).all()
