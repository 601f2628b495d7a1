"""What must hold for a penalty on what each place got from all words, asked by
changed weights: of padding, of words in another order, of single places.
"""

import torch
from torch import Tensor

from attnbook.check import dependence
from attnbook.check.checker import Attempt, Sighting
from attnbook.check.forms import close


def look(attempt: Attempt) -> Sighting | None:
    looks = (
        *(_finite, _others, _masks, _nearly, _padding, _words),
        *(_factor, _costs, _sums, _each, _unseen),
    )
    says = next((said for look in looks if (said := look(attempt))), None)
    return Sighting(says, part="penalty") if says else None


def _finite(attempt: Attempt) -> str | None:
    found = attempt.found["penalty"]
    if not found.isfinite().all():
        real = {"mask": torch.ones_like(attempt.given["mask"])}
        whole = attempt.again(real)
        why = (
            " Where every word is real it is: padding must add 0."
            if whole and whole["penalty"].isfinite().all()
            else ""
        )
        return f"your penalty is not finite.{why}"
    if not (found < 0).any():
        return None
    b = int((found < 0).int().argmax())
    return (
        f"penalty[{b}] is {float(found[b]):.4g}: a sum of squares is never "
        "below 0. Is the sign turned, or the square missing?"
    )


def _nearly(attempt: Attempt) -> str | None:
    off = attempt.found["penalty"] - attempt.expected["penalty"]
    near = off.abs().max() < 0.01
    return "nearly right: is it rounded? Leave it as it is." if near else None


def _others(attempt: Attempt) -> str | None:
    said = dependence.of_others("penalty", attempt)
    return said and said.replace("sentence", "caption")


def _masks(attempt: Attempt) -> str | None:
    """Caption b must depend on its own mask alone."""
    mask = attempt.given["mask"]
    for b in range(len(mask)):
        changed = ~mask
        changed[b] = mask[b]
        again = attempt.again({"mask": changed})
        if again and not close(
            again["penalty"][b], attempt.found["penalty"][b]
        ):
            return (
                f"penalty[{b}] changes when mask changes in the other captions "
                f"only: caption {b} must use mask[{b}], and nothing of the "
                "others."
            )
    return None


def _padding(attempt: Attempt) -> str | None:
    """Do padded words count, or they alone?"""
    mask, right = attempt.given["mask"], attempt.expected["penalty"]
    turned = attempt.again({"mask": ~mask})
    if turned and close(turned["penalty"], right):
        return (
            "the mask is inverted: True means that a word is real. You add up "
            "what padding took."
        )
    weights = attempt.given["weights"]
    changed = torch.where(mask[..., None], weights, weights.flip(-1))
    again = attempt.again({"weights": changed})
    if again and not close(again["penalty"], attempt.found["penalty"]):
        seen = {"mask": torch.ones_like(mask)}
        unused = close(attempt.right(seen)["penalty"], attempt.found["penalty"])
        why = (
            "Is the mask unused?"
            if unused
            else "The mask belongs to the words, before they are added up."
        )
        return (
            "your penalty changes with the weights of padding, where the mask "
            f"is False. {why}"
        )
    return None


def _unseen(attempt: Attempt) -> str | None:
    """Nothing else is wrong: is it right where no word is padding?"""
    mask = attempt.given["mask"]
    whole = {"mask": torch.ones_like(mask)}
    if (alone := attempt.again(whole)) and close(
        alone["penalty"], attempt.right(whole)["penalty"]
    ):
        return (
            "where every word is real yours is right, so the mistake is in "
            "what padding adds: nothing, at any place."
        )
    return None


def _words(attempt: Attempt) -> str | None:
    """The order of the words must not matter; what they read must."""
    weights, mask = attempt.given["weights"], attempt.given["mask"]
    back = attempt.again({"weights": weights.flip(1), "mask": mask.flip(1)})
    if back and not close(back["penalty"], attempt.found["penalty"]):
        return (
            "your penalty changes when the words change places: what a place "
            "got is a sum over all words, in any order."
        )
    sharp = attempt.again({"weights": (9 * weights).softmax(-1)})
    if sharp and close(sharp["penalty"], attempt.found["penalty"]):
        return (
            "your penalty does not depend on where the words look. The "
            "weights of one word sum to 1 over the places, whatever they are: "
            "add up over the words first, and square before you add up over "
            "the places."
        )
    return None


def _factor(attempt: Attempt) -> str | None:
    """The right penalty, times one number."""
    found, right = attempt.found["penalty"], attempt.expected["penalty"]
    factor = float(found[0] / right[0])
    if len(found) == 1 or not close(found, factor * right):
        return None
    _, T, S = attempt.given["weights"].shape
    sizes = {T: "T, the words", 1 / T: "1 / T", S: "S", 1 / S: "1 / S"}
    named = (f" ({k})" for n, k in sizes.items() if abs(n - factor) < 1e-9)
    return f"yours is the right one times {factor:.4g}{next(named, '')}."


def _given(attempt: Attempt, totals: tuple[float, ...]) -> dict[str, Tensor]:
    """Weights with which the first places get these totals and all others 1,
    from words that all look alike.
    """
    weights = torch.ones_like(attempt.given["weights"])
    weights[..., : len(totals)] = weights.new_tensor(totals)
    real = torch.ones_like(attempt.given["mask"])
    return {"weights": weights / weights.shape[1], "mask": real}


def _costs(attempt: Attempt) -> str | None:
    """What does one place cost, by what it got?"""
    weights = attempt.given["weights"]
    alike = weights.mean(1, keepdim=True).expand_as(weights)
    same = attempt.again({"weights": alike})
    moved = same and not close(same["penalty"], attempt.found["penalty"])
    if moved and attempt.given["mask"].all():
        return (
            "your penalty changes when the words share out among them what "
            "each place got. Add up over the words first: only what a place "
            "got in all counts."
        )
    totals = (0.0, 0.5, 2.0, 3.0)
    answers = [attempt.again(_given(attempt, (got,))) for got in totals]
    yours = [float(each["penalty"][0]) for each in answers if each]
    if len(yours) < len(totals) or all(
        abs(cost - (1 - got) ** 2) < 1e-9
        for cost, got in zip(yours, totals, strict=True)
    ):
        return None
    shown = ", ".join(f"{cost:.4g}" for cost in yours)
    return (
        "let all places but the first get 1 in all, and that one 0, 0.5, 2 "
        "or 3. "
        f"Your penalty is {shown}; it must be 1, 0.25, 1, 4, the square of "
        "what is missing or too much."
    )


def _sums(attempt: Attempt) -> str | None:
    """Are the costs of two places added up?"""
    both = attempt.again(_given(attempt, (0.0, 3.0)))
    if both is None or close(both["penalty"], 5.0):
        return None
    return (
        "one place costs what it should, but two places that got 0 and 3 "
        f"cost 1 + 4 = 5, and yours is {float(both['penalty'][0]):.4g}: add "
        "up over the places."
    )


def _each(attempt: Attempt) -> str | None:
    """Does every place cost the same?"""
    given = _given(attempt, (0.0,))
    for k in range(given["weights"].shape[-1]):
        answer = attempt.again(
            given | {"weights": given["weights"].roll(k, -1)}
        )
        if answer is None or close(answer["penalty"], 1.0):
            continue
        return (
            f"let all places get 1 in all, but place {k} nothing. The penalty "
            f"is 1, and yours is {float(answer['penalty'][0]):.4g}: every "
            "place counts, the first and the last too."
        )
    return None
