"""The check of the cost of several heads: how many numbers are learned, and how
many multiplications one sentence takes.

An answer is taken apart: asked with many sizes, it shows of which terms it is
the sum.
"""

import random
from collections.abc import Callable
from fractions import Fraction

import torch

from attnbook.check.checker import Attempt, Case, Check, Mistake, Sighting

TAKES = dict.fromkeys("TDHKV", "")
PARTS = ("parameters", "multiplications")
TERMS = (
    "DHK DHV DDH DK DV DD HK HV H K V D HHK HHV 1 DH DHHK DHHV HHVV HVV",
    "TDHK TDHV TTHK TTHV TDK TDV TTK TTV TDD TTD TTH TT TTDH TDDH "
    "THK THV THKK THVV DHK DHV TTDD TDHHK TDHHV TTHHK TTHHV TTDHK TTDHV "
    "TTHKV TTTHK TTTHV THHVV",
)
"""Of which terms an answer may be made, of the one number and of the other."""
SAID = {
    "TDHK": "to make queries and keys",
    "TDHV": "to make values, and to join",
    "TTHK": "for the scores",
    "TTHV": "for the reading with weights",
    "DHK": "of queries and keys",
    "DHV": "of values, and of the last matrix",
}


def _cost(T: int, D: int, H: int, K: int, V: int) -> list:
    matrices = [D * K, D * K, D * V, V * D]
    learned = made = 0
    for _ in range(H):
        learned += sum(matrices)
        made += sum(T * size for size in matrices)
        made += T * T * K  # one score is K multiplications
        made += T * T * V
    return [learned, made]


def _sizes(count: int) -> list[dict[str, int]]:
    """Sizes to ask with, the same each time."""
    draw = random.Random(0)
    return [{n: draw.randint(1, 7) for n in TAKES} for _ in range(count)]


def _value(term: str, sizes: dict[str, int]) -> float:
    value = 1
    for letter in term:
        value *= sizes.get(letter, 1)
    return float(value)


def _taken_apart(
    ask: Callable[[dict], dict | None], part: int
) -> dict[str, Fraction] | None:
    """How often each term stands in the answer, in halves; None where it is no
    sum of them.
    """
    asked = _sizes(90)
    answers = [ask(sizes) for sizes in asked]
    numbers = [a["counts"] for a in answers if a is not None]
    if len(numbers) < len(asked) or any(len(n) != 2 for n in numbers):
        return None
    terms = TERMS[part].split()
    table = torch.tensor(
        [[_value(term, sizes) for term in terms] for sizes in asked]
    ).double()
    due = torch.tensor([float(n[part]) for n in numbers]).double()
    scale = table.abs().amax(0)
    found = torch.linalg.lstsq(table / scale, due).solution / scale
    halves = (2 * found).round()
    if (table @ halves / 2 - due).abs().max() > 1e-6:
        return None
    pairs = zip(terms, halves.tolist(), strict=True)
    return {term: Fraction(int(n), 2) for term, n in pairs if n}


def _look(attempt: Attempt) -> Sighting | None:
    found, right = attempt.found["counts"], attempt.expected["counts"]
    if len(found) != 2:
        return Sighting(
            f"return two numbers, [{', '.join(PARTS)}]: yours are {len(found)}."
        )
    part = next(i for i in (0, 1) if found[i] != right[i])
    lead = f"your {PARTS[part]} are {found[part]}, not {right[part]}"
    own = _taken_apart(attempt.again, part)
    due = _taken_apart(attempt.right, part)
    if own is None or due is None or own == due:
        return Sighting(f"{lead}. {_grown(attempt, part)}")
    return Sighting(f"{lead}: you count {_sum(own)}. {_missing(own, due)}")


def _grown(attempt: Attempt, part: int) -> str:
    """A size that makes the answer grow as it should not."""
    for name in TAKES:
        twice = {name: 2 * attempt.given[name]}
        again = attempt.again(twice)
        if again is None or len(again["counts"]) != 2:
            continue
        found = again["counts"][part] - attempt.found["counts"][part]
        right = attempt.right(twice)["counts"][part]
        due = right - attempt.expected["counts"][part]
        if found != due:
            return (
                f"With {name} doubled, they must become {due} more, and yours "
                f"become {found} more."
            )
    return "Count again, matrix by matrix."


def _sum(terms: dict[str, Fraction]) -> str:
    """Terms in one line: "2 D H K + D D"."""
    shown = (
        " ".join([str(n)] * (n != 1 or term == "1") + [*term.strip("1")])
        for term, n in terms.items()
    )
    return " + ".join(shown).replace("+ -", "- ") or "nothing"


def _missing(own: dict[str, Fraction], due: dict[str, Fraction]) -> str:
    """The first term that is missing, or all that is too much or too little."""
    for term, n in due.items():
        short = n - own.get(term, 0)
        if short > 0:
            what = _sum({term: short})
            return f"What is missing is {what}, {SAID[term]}."
    extra = {t: n - due.get(t, 0) for t, n in own.items() if n > due.get(t, 0)}
    if extra:
        return f"Too much is {_sum(extra)}."
    taken = {t: -n for t, n in own.items() if n < 0}
    return f"Nothing is to be taken away: {_sum(taken)}."


def _case(says: str, *sizes: int) -> Case:
    given = dict(zip(TAKES, sizes, strict=True))
    told = ", ".join(f"{letter}={n}" for letter, n in given.items())
    return Case(f"{says} ({told})", lambda: dict(given))


cost = Check(
    name="cost",
    takes=TAKES,
    returns={"counts": "2"},
    reference=_cost,
    cases=(
        _case("heads that share the width", 5, 12, 3, 4, 4),
        _case("keys and values of other widths", 3, 11, 2, 5, 7),
        _case("one head", 2, 13, 1, 7, 5),
        _case("one word", 1, 6, 2, 3, 3),
    ),
    looks=(_look,),
    mistakes=(
        Mistake(
            "the two numbers are in the wrong order.",
            lambda **sizes: _cost(**sizes)[::-1],
        ),
    ),
)
