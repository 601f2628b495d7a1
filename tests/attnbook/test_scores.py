"""Scores equal their loops in value and gradient, and refuse what does not
fit.
"""

import pytest
import torch

from attnbook import attention, positions, scores
from attncourse import spec
from tests.attnbook.models.toys import score_of
from tests.toys import assert_same, each_head, normal, refused

B, H, T, S, K, D, M, A = 2, 1, 3, 5, 7, 11, 13, 17


def keys_and_queries(query_width: int, key_width: int):
    return normal(B, H, T, query_width, seed=1), normal(
        B, H, S, key_width, seed=2
    )


def table(score):
    """The loop over all pairs of a query and a key."""
    return lambda q, k: torch.stack(
        [torch.stack([score(x, y) for y in k]) for x in q]
    )


@pytest.mark.parametrize("name", ["dot", "scaled_dot", "gaussian"])
def test_function_equals_its_loop(name):
    q, k = keys_and_queries(K, K)
    assert_same(
        getattr(scores, name)(q, k),
        each_head(table(getattr(spec, name)), q, k),
        q,
        k,
    )


def test_scale_replaces_the_square_root():
    q, k = keys_and_queries(K, K)
    torch.testing.assert_close(
        scores.scaled_dot(q, k, 0.25), scores.dot(q, k) / 4
    )


def test_what_overflows_before_it_is_divided_is_computed():
    """In float16, whose largest number is 65,504."""
    q = torch.full((1, 1, 1, 2), 200.0, dtype=torch.float16)
    apart = scores.gaussian(q, -q, 100.0).item()
    assert apart == -2 * 400**2 / (2 * 100**2)
    shaw, grid = positions.Shaw(2, 1).half(), positions.Relative2D(2, 1).half()
    torch.nn.init.constant_(shaw.key_rows, 200.0)
    torch.nn.init.constant_(grid.down, 200.0)
    torch.nn.init.zeros_(grid.across)
    for score in (scores.scaled_dot, shaw.bias, grid.bias):
        near = pytest.approx(2 * 200**2 / 2**0.5, rel=1e-3)
        assert score(q, q).item() == near


def test_a_bandwidth_divides_the_distance_and_is_above_0():
    q, k = keys_and_queries(K, K)
    wide = each_head(table(lambda x, y: spec.gaussian(x, y, 2.5)), q, k)
    assert_same(scores.gaussian(q, k, 2.5), wide, q, k)
    near = scores.gaussian(q, q, 0.1).diagonal(dim1=-2, dim2=-1)
    assert (near == 0).all(), "no distance to itself"
    assert (scores.gaussian(q, q, 1e-200).amax(-1) == 0).all()
    with refused("bandwidth=0.0"):
        scores.gaussian(q, k, 0.0)


@pytest.mark.parametrize(("mean", "times"), [(0.0, 1), (1.0, 3)])
def test_the_variance_of_a_dot_product_grows_with_the_width(mean, times):
    """K for entries of mean 0 and variance 1, 3K for the mean 1; divided by the
    root it is the same at every width, but not at every length.
    """
    for width in (4, 256):
        q, k = (
            normal(1, 1, 400, width, seed=seed).detach() + mean
            for seed in (width, width + 1)
        )
        # one score for each pair, so that they are independent
        pairs = scores.dot(
            q.transpose(1, 2).reshape(400, 1, 1, width),
            k.transpose(1, 2).reshape(400, 1, 1, width),
        )
        assert pairs.var().item() == pytest.approx(times * width, rel=0.35)
        scaled = scores.scaled_dot(10 * q, 10 * k)
        torch.testing.assert_close(scaled, 100 * scores.scaled_dot(q, k))


def test_a_sharp_kernel_reads_the_nearest_key():
    """Queries on the places of an image's pixels, each twice: the image, twice
    as large.
    """
    line = torch.arange(6, dtype=torch.float64)
    keys = torch.cartesian_prod(line[:2], line[:3])[None, None]
    fine = torch.cartesian_prod(line[:4] / 2 - 0.25, line / 2 - 0.25)[
        None, None
    ]
    image = normal(1, 1, 6, 3, seed=1)
    read = attention.masked_softmax(scores.gaussian(fine, keys, 0.05)) @ image
    wanted = image.reshape(2, 3, 3).repeat_interleave(2, 0)
    wanted = wanted.repeat_interleave(2, 1)
    torch.testing.assert_close(read.reshape(4, 6, 3), wanted)


def test_a_constant_score_is_0_for_every_pair():
    found = scores.Constant(D, M)(*keys_and_queries(D, M))
    torch.testing.assert_close(found, torch.zeros(B, H, T, S).double())


LEARNED = {
    "general": scores.General(D, M).double(),
    "additive": scores.Additive(D, M, A).double(),
    "linear": scores.Linear(D, M).double(),
}
each_learned = pytest.mark.parametrize("name", LEARNED)


@each_learned
def test_a_learned_score_equals_its_loop(name):
    """All at once, and query by query with keys that were prepared once."""
    score, (q, k) = LEARNED[name], keys_and_queries(D, M)
    loop = each_head(table(score_of(name, score)), q, k)
    assert_same(score(q, k), loop, q, k, *score.parameters())
    prepared = score.prepare(k)
    steps = [score.compare(q[:, :, t : t + 1], prepared) for t in range(T)]
    torch.testing.assert_close(torch.cat(steps, 2), score(q, k))


@each_learned
def test_learned_scores_name_the_width_they_were_built_for(name):
    score, (q, k) = LEARNED[name], keys_and_queries(D, M)
    with refused(r"keys must be 13 wide: shape=\(2, 1, 3, 11\)"):
        score.prepare(q)
    with refused(r"queries .*=\(2, 1, 5, 13\)"):
        score.compare(k, score.prepare(k))


@pytest.mark.parametrize(
    "shape",
    [
        (B, H, S, K + 1),
        (3, H, S, K),
        (B, 2, S, K),
        (1, H, S, K),
        (H, S, K),
        (B, H, S, K, 1),
    ],
)
@pytest.mark.parametrize("score", [scores.dot, scores.gaussian])
def test_queries_and_keys_agree_in_all_axes_but_one(score, shape):
    q, k = normal(B, H, T, K, seed=1), normal(*shape, seed=2)
    with refused(r"q=\(2, 1, 3, 7\), k="):
        score(q, k)
    with refused(r"q=.*, k=\(2, 1, 3, 7\)"):
        score(k, q)


def test_the_dot_product_as_a_module_is_the_dot_product():
    """Called, and in its two halves; other queries than keys, other axes."""
    q, k = torch.randn(2, 3, 5, 7), torch.randn(2, 3, 11, 7)
    module = scores.Dot(7, 7)
    assert torch.equal(module(q, k), scores.dot(q, k))
    assert torch.equal(module.prepare(k), k)
    assert torch.equal(module.compare(q, k), scores.dot(q, k))
    assert module(q, k).shape == (2, 3, 5, 11)
    with refused("dot needs equal widths: query_width=7, key_width=5"):
        scores.Dot(7, 5)
