"""The check of the alignment error rate, from three sets of links."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from attnbook import spec
from attnbook.check.checker import Case, Mistake
from attnbook.check.rate import Rate

Links = set[tuple[int, int]]
TAKES = ("found", "sure", "possible")


class Counts(NamedTuple):
    """What formulas are made of: sizes of A, S, P, of A and S, of A and P."""

    A: int
    S: int
    P: int
    AS: int
    AP: int


def _count(found: Links, sure: Links, possible: Links) -> Counts:
    sets = (found, sure, possible, found & sure, found & possible)
    return Counts._make(map(len, sets))


def _counted(**given: Links) -> str:
    n = _count(**given)
    return f"|A| = {n.A}, |S| = {n.S}, |A and S| = {n.AS}, |A and P| = {n.AP}"


def _mistake(message: str, formula: Callable[[Counts], float]) -> Mistake:
    def answer(found: Links, sure: Links, possible: Links) -> float:
        return float(formula(_count(found, sure, possible)))

    return Mistake(message, answer)


def _right(n: Counts) -> float:
    return (n.AS + n.AP) / (n.A + n.S)


def _half(place: int, **given: Links) -> float:
    halves = ({(link[place], 0) for link in links} for links in given.values())
    return spec.alignment_error_rate(*halves)


def _case(says: str, found: str, sure: str, possible: str = "") -> Case:
    """Links are written "00 11": target 0 to source 0, 1 to 1.

    `possible` tells those that are not sure.
    """
    sets = [
        {(int(link[0]), int(link[1])) for link in text.split()}
        for text in (found, sure, f"{sure} {possible}")
    ]
    given = dict(zip(TAKES, sets, strict=True))
    shown = ", ".join(
        f"{name}={{{str(sorted(links))[1:-1]}}}"
        for name, links in given.items()
    )
    return Case(
        f"{says} ({shown})",
        lambda: {name: set(links) for name, links in given.items()},
    )


alignment_error_rate = Rate(
    name="alignment_error_rate",
    takes=dict.fromkeys(TAKES, ""),
    returns={"rate": ""},
    reference=spec.alignment_error_rate,
    cases=(
        _case("a perfect alignment has the rate 0", "00 12 21", "00 12 21"),
        _case(
            "where nothing is right, both counts above the line are 0",
            "01 10 33",
            "00 12 21",
        ),
        _case(
            "a sure link that is not found is missing in |A| and both counts",
            "00 12",
            "00 12 21",
        ),
        _case(
            "a wrong link that is found is in |A| and in no count",
            "00 12 20",
            "00 12",
        ),
        _case(
            "a found link that is only possible costs nothing",
            "00 12 22",
            "00 12",
            "22",
        ),
        _case(
            "possible links that are not found cost nothing",
            "00 12",
            "00 12",
            "22 23 24",
        ),
        _case(
            "with some links of each kind, counts are added, then divided",
            "00 12 22 31 42 55 56",
            "00 12 21 30",
            "22 31 45 46 65",
        ),
    ),
    looks=(),
    counts=_counted,
    mistakes=(
        _mistake(
            "this is the share that is right. The error rate is 1 minus it.",
            _right,
        ),
        _mistake(
            "possible is not used: a link that is found and possible is no "
            "error.",
            lambda n: 1 - 2 * n.AS / (n.A + n.S),
        ),
        _mistake(
            "both counts look into possible. One of them looks into sure.",
            lambda n: 1 - 2 * n.AP / (n.A + n.S),
        ),
        _mistake(
            "this is 1 - |A and S| / |A|: sure links that are not found cost "
            "nothing.",
            lambda n: 1 - n.AS / n.A,
        ),
        _mistake(
            "this is 1 - |A and P| / |A|: sure links that are not found cost "
            "nothing.",
            lambda n: 1 - n.AP / n.A,
        ),
        _mistake(
            "this is 1 - |A and S| / |S|: wrong links that are found cost "
            "nothing.",
            lambda n: 1 - n.AS / n.S,
        ),
        _mistake(
            "the divisor counts possible links: it is |A| + |S|.",
            lambda n: 1 - (n.AS + n.AP) / (n.A + n.P),
        ),
        _mistake(
            "the divisor is |S| + |P|: it is |A| + |S|.",
            lambda n: 1 - (n.AS + n.AP) / (n.S + n.P),
        ),
        _mistake(
            "the divisor is |A| + |S| + |P|: it is |A| + |S|.",
            lambda n: 1 - (n.AS + n.AP) / (n.A + n.S + n.P),
        ),
        _mistake(
            "the divisor is the size of a union, where a link in both sets "
            "counts once. |A| + |S| counts it twice.",
            lambda n: 1 - (n.AS + n.AP) / (n.A + n.S - n.AS),
        ),
        _mistake(
            "this is 1 - |A and S| / |A or S|. Divide by |A| + |S|, and count "
            "what is possible too.",
            lambda n: 1 - n.AS / (n.A + n.S - n.AS),
        ),
        _mistake(
            "|A and P| is missing above the line.",
            lambda n: 1 - n.AS / (n.A + n.S),
        ),
        _mistake(
            "|A and S| is missing above the line.",
            lambda n: 1 - n.AP / (n.A + n.S),
        ),
        _mistake(
            "brackets are missing above the line: a + b / c divides b alone.",
            lambda n: 1 - n.AS + n.AP / (n.A + n.S),
        ),
        _mistake(
            "brackets are missing above the line: a + b / c divides b alone.",
            lambda n: 1 - (n.AS + n.AP / (n.A + n.S)),
        ),
        _mistake(
            "brackets are missing below the line: a / b + c divides by b "
            "alone.",
            lambda n: 1 - (n.AS + n.AP) / n.A + n.S,
        ),
        _mistake(
            "brackets are missing above the line and below it: a + b / c + d "
            "divides b by c alone.",
            lambda n: 1 - n.AS + n.AP / n.A + n.S,
        ),
        _mistake(
            "1 is divided too. Divide first, then take the fraction from 1.",
            lambda n: (1 - (n.AS + n.AP)) / (n.A + n.S),
        ),
        _mistake(
            "the divisor is 2 |A|: it is |A| + |S|, or sure links that are not "
            "found cost nothing.",
            lambda n: 1 - (n.AS + n.AP) / (2 * n.A),
        ),
        _mistake(
            "only wrong links are counted: this is (|A| - |A and P|) / "
            "(|A| + |S|). Sure links that are not found are errors too.",
            lambda n: (n.A - n.AP) / (n.A + n.S),
        ),
        _mistake(
            "this is the mean of two shares, |A and P| / |A| and |A and S| / "
            "|S|. Add the counts first, then divide.",
            lambda n: 1 - (n.AP / n.A + n.AS / n.S) / 2,
        ),
        _mistake(
            "this is the harmonic mean of two shares. Add the counts first, "
            "then divide.",
            lambda n: 1 - 2 * n.AP * n.AS / (n.AP * n.S + n.AS * n.A or 1),
        ),
        _mistake(
            "union (|) stands where intersection (&) belongs.",
            lambda n: 1 - (2 * n.A + n.S + n.P - n.AS - n.AP) / (n.A + n.S),
        ),
        _mistake(
            "// leaves whole numbers. Divide by /.",
            lambda n: 1 - (n.AS + n.AP) // (n.A + n.S),
        ),
        _mistake(
            "this is in per cent: leave the 100 out.",
            lambda n: 100 * (1 - _right(n)),
        ),
        _mistake(
            "this is a number of links. Divide by |A| + |S|.",
            lambda n: n.A + n.S - n.AS - n.AP,
        ),
        *(
            Mistake(
                f"only {name} positions are compared. A link is right where "
                f"both its positions are.",
                partial(_half, place),
            )
            for place, name in enumerate(("target", "source"))
        ),
    ),
)
