"""The steps that all attention shares, and cases that tempt it."""

import torch
from torch import Tensor

from attncourse.checks.exercise import Step
from attncourse.checks.formulas import dot, share
from attncourse.checks.values import Values


def hide(scores: Tensor, mask: Tensor | None) -> Tensor:
    """Scores with -inf where the mask is False."""
    return scores if mask is None else scores.masked_fill(~mask, -torch.inf)


def softmax(scores: Tensor) -> Tensor:
    """The softmax of each row; 0 where nothing may be seen."""
    return scores.softmax(-1).nan_to_num(0.0)


def product(axes: str, a: str, b: str, gloss: str = "") -> Step:
    """A step that multiplies a tensor by a matrix or by a vector."""
    gloss = gloss or f"{a} times {b}"
    return Step(axes, torch.matmul, gloss, dot(a, b), needs=(a, b))


def projecting(asks: str, read: str, place: str = "S") -> dict[str, Step]:
    """The steps `Q`, `K` and `V`: rows that ask, and rows that are read."""
    return {
        "Q": product("B T K", asks, "W_q", "the queries"),
        "K": product(f"B {place} K", read, "W_k", "the keys"),
        "V": product(f"B {place} V", read, "W_v", "the values"),
    }


def scaling(axes: str = "B T S") -> dict[str, Step]:
    """The steps `products` of Q and K, and `scores`, over the root of K."""
    return {
        "products": Step(
            axes, lambda Q, K: Q @ K.mT, "queries times keys", dot("Q", "K")
        ),
        "scores": Step(
            axes,
            lambda products, K: products / K.shape[-1] ** 0.5,
            "divided by the square root of the key width",
            "{products} / sqrt({size K})",
        ),
    }


def adding(memory: str, between: str) -> dict[str, Step]:
    """The additive score: a query and each row of a memory, with one hidden
    layer; `between` are the axes of the rows.
    """
    new = (slice(None),) + (None,) * len(between.split())
    wide = f"B {between} A"
    keys = Step(
        wide,
        lambda h, W_k: h @ W_k.T,
        f"W_k times {memory}",
        needs=(memory, "W_k"),
    )
    return {
        "query": Step("B A", lambda s, W_q: s @ W_q.T, "W_q times s"),
        "keys": keys,
        "sums": Step(
            wide,
            lambda query, keys: query[new] + keys,
            "the sum of query and key",
        ),
        "hidden": Step(wide, lambda sums: sums.tanh(), "their tanh"),
        "scores": product(f"B {between}", "hidden", "v", "v times hidden"),
    }


def weighing(
    scores: str, mask: str = "", axes: str = "B T S"
) -> dict[str, Step]:
    """The steps `masked`, where there is a mask, and `weights`, the softmax
    along the last axis.
    """
    masked = Step(axes, hide, "hidden scores become -inf", needs=(scores, mask))
    last = "masked" if mask else scores
    how = share(last, axes.split()[-1])
    weights = Step(axes, softmax, "the softmax", how, exact=True, needs=(last,))
    return ({"masked": masked} if mask else {}) | {"weights": weights}


def reading(
    values: str, output: str = "output", axes: str = "B T V"
) -> dict[str, Step]:
    """The last step: the sum of the values by their weights."""
    return {output: product(axes, "weights", values, "weights times values")}


def averaging(values: str, output: str, axes: str = "B S M") -> dict[str, Step]:
    """The last steps for one query in each sentence: each value times its
    weight, and their sum along S.
    """
    terms = Step(
        axes,
        lambda weights, v: weights[..., None] * v,
        f"each row of {values} times its weight",
        needs=("weights", values),
    )
    over = axes.split().index("S")
    total = Step(
        axes.replace(" S", ""),
        lambda terms: terms.sum(over),
        "the sum of the terms",
        dot("weights", values),
    )
    return {"terms": terms, output: total}


def low(inputs: Values) -> None:
    """Make all scores 40 lower: there a finite score such as -30 hides
    nothing. One number of each query is 40, the same of each key -1.
    """
    K = inputs["W_q"].shape[1] // inputs.get("H", 1)
    inputs["X"][..., 0] = 1.0
    for name, by in (("W_q", K**0.5), ("W_k", -40.0)):
        inputs[name][:, ::K] = 0.0
        inputs[name][0, ::K] = by


def lowered(inputs: Values) -> None:
    """The same where the scores are an argument."""
    inputs["e"] -= 40


def raised(inputs: Values) -> None:
    """Each row is near 1000, 2000, ..., and what is hidden is 1000 higher:
    exponentials overflow, or vanish beside the largest score of all.
    """
    e = inputs["e"]
    rows = torch.arange(1, e[..., 0].numel() + 1).reshape(e[..., :1].shape)
    e += 1000 * (rows + ~inputs["mask"])
