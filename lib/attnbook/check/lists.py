"""Two lists of tokens compared as wholes: what one has done with the other.
Each sentence says no more than is seen.
"""

from collections.abc import Iterable, Iterator


def row(tokens: Iterable[object]) -> str:
    """Tokens in one line."""
    return ", ".join(map(str, tokens))


def within(part: list[int], whole: list[int]) -> list[int] | None:
    """The places of `whole` that are left when `part` is taken out in its
    order; None where it is not in it.
    """
    left, place = [], 0
    for i, token in enumerate(whole):
        if place < len(part) and part[place] == token:
            place += 1
        else:
            left.append(i)
    return left if place == len(part) else None


def _wholes(
    found: list[int], right: list[int]
) -> Iterator[tuple[list[int], str]]:
    """What a list becomes when something is done to all of it; `found` tells
    the numbers that come into it.
    """
    yield [], "you return an empty list. Return all that has been predicted."
    yield (
        right[-1:],
        "you return the last prediction alone. Is the list made anew at each "
        "step, inside the loop?",
    )
    yield right[:1], "you return the first prediction alone."
    yield (
        right[::-1],
        "you return the predictions backwards: a new token belongs at the end "
        "(append).",
    )
    yield (
        list(dict.fromkeys(right)),
        "a token that comes again is left out. Each step adds its token.",
    )
    yield (
        sorted(right),
        "you sort the predictions. They belong in the order of the steps.",
    )
    yield (
        sorted(set(right)),
        "you sort the predictions, each once. They belong in the order of the "
        "steps.",
    )
    yield (
        [token for token in right for _ in range(2)],
        "each token stands twice in your answer.",
    )
    yield [right[-1]] * len(right), "your answer repeats the last prediction."
    yield [right[0]] * len(right), "your answer repeats the first prediction."
    yield right[::2], "every second token is missing."
    yield (
        list(range(len(right))),
        "you return the positions 0, 1, 2, ..., not the tokens that stand "
        "there.",
    )
    yield (
        [sum(right[: i + 1]) for i in range(len(right))],
        "you add the tokens up.",
    )
    more = found[0] - right[0]
    yield (
        [token + more for token in right],
        f"every token that you return is the predicted one {more:+d}.",
    )
    place = "the tokens stand one place too"
    yield (
        [found[0], *right[:-1]],
        f"{place} late: the list begins with {found[0]}.",
    )
    yield (
        [*right[1:], found[-1]],
        f"{place} early: the list ends with {found[-1]}.",
    )


def compared(found: list[int], right: list[int]) -> str:
    """What tells a wrong list from the right one, which is what was predicted,
    step by step.
    """
    if not right:
        return (
            f"nothing is predicted that belongs to the answer, and you "
            f"return {row(found)}."
        )
    if known := next(
        (says for tokens, says in _wholes(found, right) if tokens == found),
        None,
    ):
        return known
    if (missing := within(found, right)) is not None:
        return _missing(missing, right)
    if (extra := within(right, found)) is not None:
        return _extra(extra, found)
    length = (
        f"the list that you return has {len(found)} tokens, and not "
        f"{len(right)}; "
    )
    i = next(
        i for i, (a, b) in enumerate(zip(found, right, strict=False)) if a != b
    )
    item = f"item {i} is {found[i]}, and step {i + 1} predicts {right[i]}"
    return (
        f"{length if len(found) != len(right) else ''}{item}: is it argmax "
        f"over the whole row, kept as it is?"
    )


def _missing(places: list[int], right: list[int]) -> str:
    gone = [right[i] for i in places]
    if places[-1] == len(places) - 1 or places[0] == len(right) - len(places):
        return (
            f"the {'last' if places[0] else 'first'} of what is predicted "
            f"is missing: {row(gone)}."
        )
    zero = (
        " Is 0 taken for nothing, as by `if token`? It is a token."
        if set(gone) == {0}
        else ""
    )
    return (
        f"you leave out {row(gone)}, predicted in step "
        f"{row(i + 1 for i in places)}.{zero}"
    )


def _extra(places: list[int], found: list[int]) -> str:
    more = row(found[i] for i in places)
    if places[-1] == len(places) - 1:
        return (
            f"your answer ends with the right tokens, and begins with what "
            f"does not belong to it: {more}."
        )
    if places[0] == len(found) - len(places):
        return (
            f"your answer begins with the right tokens, and goes on with "
            f"what does not belong to it: {more}."
        )
    return (
        "among the right tokens stands what does not belong to the answer: "
        f"{more}."
    )
