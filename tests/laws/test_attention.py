"""Laws of attention, for any sizes, any mask, any numbers."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnbook import attention, masks
from attncourse import spec
from tests.toys import each_head, gradients

pytestmark = pytest.mark.long

SIZE = st.integers(1, 5)


@st.composite
def cases(draw, scale: float = 3.0):
    """Queries, keys, values and a mask of random sizes, shapes and openness;
    none, one or all keys may be hidden.
    """
    B, H, T, S, K, V = (draw(SIZE) for _ in range(6))
    generator = torch.Generator().manual_seed(draw(st.integers(0, 2**32)))
    q, k, v = (
        (
            scale
            * torch.randn(*shape, generator=generator, dtype=torch.float64)
        ).requires_grad_()
        for shape in ((B, H, T, K), (B, H, S, K), (B, H, S, V))
    )
    shape = [draw(st.sampled_from((1, n))) for n in (B, H, T, S)]
    mask = torch.rand(*shape, generator=generator) < draw(
        st.sampled_from((0.0, 0.3, 0.7, 1.0))
    )
    return q, k, v, mask


@given(cases(), st.booleans())
def test_fused_explicit_and_loops_agree_in_value_and_gradient(case, causal):
    q, k, v, mask = case
    if causal:
        mask = mask & masks.causal(q.shape[2], k.shape[2])
    loops = each_head(
        spec.attend, q, k, v, mask.expand(*q.shape[:3], k.shape[2])
    )
    for fused in (False, True):
        out = attention.attend(q, k, v, mask, fused=fused)
        torch.testing.assert_close(out, loops)
        for one, other in zip(
            gradients(out, q, k, v), gradients(loops, q, k, v), strict=True
        ):
            torch.testing.assert_close(one, other)


@given(cases())
def test_rows_sum_to_one_and_hidden_keys_weigh_nothing(case):
    q, k, _, mask = case
    weights = attention.weights(q, k, mask)
    visible = mask.expand_as(weights)
    assert (weights >= 0).all()
    assert (weights[~visible] == 0).all()
    torch.testing.assert_close(weights.sum(-1), visible.any(-1).double())


@given(cases())
def test_the_output_lies_in_the_hull_of_the_visible_values(case):
    """Coordinate by coordinate, between the smallest and the greatest visible
    value; zero where there is none.
    """
    q, k, v, mask = case
    out = attention.attend(q, k, v, mask)
    visible = mask.expand(*q.shape[:3], k.shape[2])[..., None]
    values = v[:, :, None].expand(*visible.shape[:-1], v.shape[-1])
    low = values.masked_fill(~visible, float("inf")).amin(-2)
    high = values.masked_fill(~visible, float("-inf")).amax(-2)
    seen = visible.any(-2).expand_as(out)
    assert (out[seen] >= low[seen] - 1e-12).all()
    assert (out[seen] <= high[seen] + 1e-12).all()
    assert (out[~seen] == 0).all()


@given(cases(), st.randoms(use_true_random=False))
def test_attention_sees_a_set(case, shuffler):
    """Keys, values and the mask's columns in another order: the same output,
    and weights in that order.
    """
    q, k, v, mask = case
    order = shuffler.sample(range(k.shape[2]), k.shape[2])
    mask = mask.expand(*mask.shape[:3], k.shape[2])
    moved = attention.attend(
        q, k[:, :, order], v[:, :, order], mask[..., order]
    )
    torch.testing.assert_close(moved, attention.attend(q, k, v, mask))
    torch.testing.assert_close(
        attention.weights(q, k[:, :, order], mask[..., order]),
        attention.weights(q, k, mask)[..., order],
    )


@given(cases(), st.randoms(use_true_random=False))
def test_queries_do_not_meet(case, shuffler):
    """Queries in another order: outputs in that order."""
    q, k, v, mask = case
    order = shuffler.sample(range(q.shape[2]), q.shape[2])
    mask = mask.expand(*mask.shape[:2], q.shape[2], mask.shape[3])
    moved = attention.attend(q[:, :, order], k, v, mask[:, :, order])
    torch.testing.assert_close(
        moved, attention.attend(q, k, v, mask)[:, :, order]
    )


@given(cases(), st.integers(1, 4))
def test_padding_changes_nothing(case, count):
    """Hidden keys added at the end, with whatever in them: the same output, and
    no gradient into them.
    """
    q, k, v, mask = case
    mask = mask.expand(*mask.shape[:3], k.shape[2])
    longer_k, longer_v = (
        torch.cat(
            (x, 100 * torch.ones_like(x[:, :, :1]).expand(-1, -1, count, -1)), 2
        )
        .detach()
        .requires_grad_()
        for x in (k, v)
    )
    hidden = torch.nn.functional.pad(mask, (0, count), value=False)
    for fused in (False, True):
        out = attention.attend(q, longer_k, longer_v, hidden, fused=fused)
        torch.testing.assert_close(
            out, attention.attend(q, k, v, mask, fused=fused)
        )
        for gradient in gradients(out, longer_k, longer_v):
            assert (gradient[:, :, k.shape[2] :] == 0).all()


@given(cases(), st.booleans())
def test_hidden_keys_get_no_gradient_and_no_gradient_is_nan(case, fused):
    q, k, v, mask = case
    nowhere = ~mask.expand(*q.shape[:3], k.shape[2]).any(2)
    blind = ~mask.expand(*q.shape[:3], k.shape[2]).any(3)
    by_q, by_k, by_v = gradients(
        attention.attend(q, k, v, mask, fused=fused), q, k, v
    )
    assert all(x.isfinite().all() for x in (by_q, by_k, by_v))
    assert (by_k[nowhere] == 0).all()
    assert (by_v[nowhere] == 0).all()
    assert (by_q[blind] == 0).all()


@given(cases(), st.floats(-50, 50))
def test_a_shift_of_all_scores_changes_nothing(case, shift):
    q, k, _, mask = case
    scores = torch.einsum("bhtk,bhsk->bhts", q, k)
    torch.testing.assert_close(
        attention.masked_softmax(scores + shift, mask),
        attention.masked_softmax(scores, mask),
    )


@given(cases())
def test_the_smaller_the_scale_the_closer_to_the_mean(case):
    """At scale 0 every visible key weighs the same."""
    q, k, _, mask = case
    visible = mask.expand(*q.shape[:3], k.shape[2]).double()
    uniform = visible / visible.sum(-1, keepdim=True).clamp(min=1)
    torch.testing.assert_close(
        attention.weights(q, k, mask, scale=0.0), uniform
    )


@given(cases(scale=200.0), st.booleans())
def test_huge_scores_give_no_nan(case, fused):
    q, k, v, mask = case
    out = attention.attend(q, k, v, mask, fused=fused)
    assert out.isfinite().all()
    assert all(x.isfinite().all() for x in gradients(out, q, k, v))


@given(cases())
def test_nothing_of_the_future_is_seen(case):
    """With a causal mask, other keys and values after position t leave the
    outputs up to t as they are.
    """
    q, k, v, mask = case
    T, S = q.shape[2], k.shape[2]
    both = mask & masks.causal(T, S)
    out = attention.attend(q, k, v, both)
    for t in range(T):
        seen = max(0, t + S - T + 1)
        other_k, other_v = k.detach().clone(), v.detach().clone()
        other_k[:, :, seen:], other_v[:, :, seen:] = 7.0, -7.0
        torch.testing.assert_close(
            attention.attend(q, other_k, other_v, both)[:, :, : t + 1],
            out[:, :, : t + 1],
        )
