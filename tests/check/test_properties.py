"""Properties of an attention that no chapter has: dot products, several queries
at once ("B T S").
"""

import pytest
import torch

from attnbook.check.checker import Case, Check
from attnbook.check.properties import attention
from attnbook.check.reading import visible, weighted_sum
from tests.check.said import said

HIDE = float("-inf")
ROW = [[1, 1, 1, 1, 1], [1, 0, 1, 1, 0]]


def attend(q, memory, seen):
    """Every query "T" of a sentence reads from its memory."""
    a = visible(torch.einsum("btm,bsm->bts", q, memory), seen)
    return weighted_sum(a, memory), a


def make(rows):
    """Arguments with this mask in every sentence."""
    draw = torch.Generator().manual_seed(0)
    q, memory = (
        torch.randn(2, n, 7, generator=draw, dtype=torch.float64)
        for n in (3, 5)
    )
    return {
        "q": q / 7**0.5,
        "memory": memory,
        "seen": torch.tensor([rows, rows], dtype=torch.bool)[:, None],
    }


dots = Check(
    name="dots",
    takes={"q": "B T M", "memory": "B S M", "seen": "B 1 S"},
    returns={"context": "B T M", "weights": "B T S"},
    reference=attend,
    cases=tuple(Case(f"mask {row}", lambda row=row: make(row)) for row in ROW),
    looks=attention(memory="memory", mask="seen"),
)


def scores(q, memory):
    """What most answers below get right."""
    return q @ memory.mT


def answer(weights, read=weighted_sum):
    """An attention with these steps."""

    def function(q, memory, seen):
        a = weights(scores(q, memory), seen)
        return read(a, memory), a

    return function


def test_the_reference_passes(capsys):
    dots(attend)
    assert "right in all 2 cases" in capsys.readouterr().out


def test_masked_after_the_softmax_and_renormalised_is_right(capsys):
    dots(
        answer(
            lambda e, seen: (
                (e.softmax(-1) * seen)
                / (e.softmax(-1) * seen).sum(-1, keepdim=True)
            )
        )
    )
    assert "right" in capsys.readouterr().out


WEIGHTS = {
    "the mask is inverted": lambda e, seen: visible(e, ~seen),
    "yours sum to 1 over the target positions": lambda e, seen: (
        e.softmax(1) * seen
    ),
    "yours sum to 1 over the batch": lambda e, seen: e.softmax(0) * seen,
    "the mask comes after the softmax, and hidden positions have taken their "
    "share": lambda e, seen: e.softmax(-1) * seen,
    "the mask is not used": lambda e, seen: e.softmax(-1),
    "weights[0, 0, 1] is 0": lambda e, seen: (e * seen).softmax(-1),
    "take softmax, not log_softmax": lambda e, seen: e.log_softmax(-1),
    "weights[0, 0, 0] is -0.71: the softmax is missing": lambda e, seen: e,
    "is inf, where the mask lets it be seen": lambda e, seen: e.exp() / 0,
    "right for another mask: in weights[0, 0] the positions [1, 3, 4] are "
    "seen, and seen shows [0, 2, 3]": (
        lambda e, seen: visible(e, seen.roll(1, -1))
    ),
    "the right weights stand at other positions": lambda e, seen: visible(
        e, seen
    ).flip(-1),
    "the softmax is taken twice": lambda e, seen: visible(
        visible(e, seen), seen
    ),
    "one position takes all the weight. A": lambda e, seen: (
        torch.nn.functional.one_hot(e.argmin(-1), 5).to(e)
    ),
    "are the right ones times 0.2 = 1/S": lambda e, seen: visible(e, seen) / 5,
    "every weight is 1": lambda e, seen: torch.ones_like(e) * seen,
    "all visible positions weigh the same": lambda e, seen: visible(
        e * 0, seen
    ),
    "one position takes all the weight": lambda e, seen: (
        torch.nn.functional.one_hot(e.argmax(-1), 5).to(e)
    ),
    "the weights of all sentences together sum to 1": lambda e, seen: (
        e.flatten().softmax(0).reshape(e.shape)
    ),
    "every visible weight is 0": lambda e, seen: e * 0,
    "sum to 1.000005000000, ": lambda e, seen: (
        visible(e, seen) + torch.tensor([5e-6, 0, 0, 0, 0]) * seen
    ),
    "over the source positions, the weights sum to": lambda e, seen: (
        e.sigmoid() * seen
    ),
    "yours is the right one times 0.378 = 1/sqrt(M)": lambda e, seen: visible(
        e / 7**0.5, seen
    ),
    "yours is the right one times 2.646 = sqrt(M)": lambda e, seen: visible(
        e * 7**0.5, seen
    ),
    "yours is the right one times 0.6.": lambda e, seen: visible(e * 0.6, seen),
    "the mistake is in the score. The rest fits": lambda e, seen: visible(
        e**3, seen
    ),
    "the mistake is in the score. It is nearly right": lambda e, seen: visible(
        e * (1 + 1e-6), seen
    ),
    "another row: weights[0, 0] holds those of weights[0, 2]": (
        lambda e, seen: visible(e.flip(1), seen)
    ),
    "weights[0, 2] is 0 at every position, and seen shows [0, 1, 2, 3, 4]": (
        lambda e, seen: visible(e, seen) * torch.tensor([1, 1, 0])[:, None]
    ),
    "changes when q changes in the other sentences only": lambda e, seen: (
        visible(e - e.mean(0) ** 2, seen)
    ),
}


@pytest.mark.parametrize("words", WEIGHTS)
def test_the_step_that_breaks_a_property_of_the_weights_is_named(words):
    message = said(dots, answer(WEIGHTS[words]))
    assert words in message
    assert "found    weights" in message
    assert "found    context" not in message


def test_unknown_scores_are_shown_beside_the_right_ones():
    message = said(
        dots, answer(lambda e, seen: visible(e + torch.arange(5.0), seen))
    )
    right = scores(
        **{
            name: value
            for name, value in make(ROW[0]).items()
            if name != "seen"
        }
    )[0, 0]
    due = ", ".join(f"{score:.3g}" for score in (right - right.mean()).tolist())
    assert "scores of weights[0, 0], less their mean: " in message
    assert message.split("right ones: ")[1].startswith(f"{due}\n")


def test_an_argument_without_effect_is_named():
    message = said(
        dots, lambda q, memory, seen: attend(torch.ones_like(q), memory, seen)
    )
    assert (
        "the mistake is in the score: q has no effect on your weights"
        in message
    )


def test_that_the_context_fits_the_weights_is_said_only_where_it_does():
    fits = "the context is your weights times the memory"
    wrong = lambda e, seen: visible(e**3, seen)  # noqa: E731
    assert fits in said(dots, answer(wrong))
    assert fits not in said(
        dots, answer(wrong, lambda a, memory: weighted_sum(a, memory) / 5)
    )


CONTEXTS = {
    "it is the plain sum of memory": lambda a, memory: memory.sum(
        1, keepdim=True
    ).expand(2, 3, 7),
    "it is the plain mean of memory": lambda a, memory: memory.mean(
        1, keepdim=True
    ).expand(2, 3, 7),
    "it is divided by 5, the number of positions": lambda a, memory: (
        weighted_sum(a, memory) / 5
    ),
    "it is no weighted sum of memory": lambda a, memory: (
        weighted_sum(a, memory) ** 2
    ),
    "numbers below 0 stand in their place": lambda a, memory: weighted_sum(
        a.log().clamp(-9), memory
    ),
    "must be multiplied by the weight that you return": lambda a, memory: (
        weighted_sum(a**2, memory)
    ),
    "context[0] changes when memory changes in the other": lambda a, memory: (
        weighted_sum(a, memory.flip(0))
    ),
    "the context is not finite": lambda a, memory: weighted_sum(a, memory) / 0,
}


@pytest.mark.parametrize("words", CONTEXTS)
def test_what_a_context_is_made_with_is_named_where_the_weights_are_right(
    words,
):
    message = said(dots, answer(visible, CONTEXTS[words]))
    assert words in message
    assert "found    weights" not in message


def test_a_context_made_before_the_mask_is_named():
    def early(q, memory, seen):
        e = scores(q, memory)
        return weighted_sum(e.softmax(-1), memory), visible(e, seen)

    assert (
        "hidden positions take part, as if it were made before the mask"
        in said(dots, early)
    )


def blind(rows):
    """The check with a mask that hides everything from one sentence."""
    case = Case(
        "nothing to see",
        lambda: (
            make(ROW[0])
            | {"seen": torch.tensor(rows, dtype=torch.bool)[:, None]}
        ),
    )
    return Check("dots", dots.takes, dots.returns, attend, (case,), dots.looks)


@pytest.mark.parametrize("fill", [HIDE, -1e9])
def test_a_sentence_with_nothing_to_see_is_named(fill):
    message = said(
        blind([[0] * 5, [1] * 5]),
        answer(lambda e, seen: e.masked_fill(~seen, fill).softmax(-1)),
    )
    assert "in weights[0, 0] every position is hidden" in message
    assert ("NaN" in message) == (fill == HIDE)


@pytest.mark.parametrize("finite", [-10, -20])
def test_a_hidden_weight_that_is_only_small_is_told_from_a_large_one(finite):
    small = said(
        dots, answer(lambda e, seen: e.masked_fill(~seen, finite).softmax(-1))
    )
    assert "A finite score, such as -10, leaves it a little" in small
    assert "A finite score" not in said(
        dots, answer(lambda e, seen: (e * seen).softmax(-1))
    )
    assert "-inf belongs to the scores" in said(
        dots, answer(lambda e, seen: e.softmax(-1).masked_fill(~seen, HIDE))
    )
