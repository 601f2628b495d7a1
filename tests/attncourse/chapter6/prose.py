"""Numbers that stand in sentences about chapter 6: a page, a sentence with
gaps, and what stands in each.
"""

from attnbook.models.tagger import Config
from attncourse.chapter6.order import BACK
from attncourse.experiments import recipes, results

PAGE = "chapters/06_positional_encoding.ipynb"
EXERCISES = "chapters/exercises/06_positional_encoding.ipynb"
POSITIONS = recipes.load("positions")


def apart(
    question: str, kind: str, size: int, of: str = "positions"
) -> list[float]:
    """Right answers in the comparison of encodings: mean, lowest, highest."""
    rows = results.load(of).table("accuracy")
    rows = rows.where(question=question, kind=kind, size=size)
    shares = rows.column("accuracy")
    return [sum(shares) / len(shares), min(shares), max(shares)]


def share(question: str, kind: str, size: int) -> float:
    """The mean alone."""
    return apart(question, kind, size)[0]


def right(question: str, size: int) -> list[float]:
    """That of sines, and of a learned table."""
    return [share(question, k, size) for k in ("sinusoidal", "learned")]


def both(question: str, size: int) -> list[float]:
    """That of concatenated sines, and of added ones."""
    return [share(question, k, size) for k in ("concatenated", "sinusoidal")]


LONGER = POSITIONS.tested[-1] // POSITIONS.trained[1]
SENTENCES = [
    (
        PAGE,
        "So at most {} of the 100 can be right: the 10 with two equal "
        "digits, and one of each of the {} pairs",
        *(10 + 10 * 9 // 2, 10 * 9 // 2),
    ),
    (
        PAGE,
        "three questions, with {word} seeds, tested at up to eight times the",
        POSITIONS.seeds,
    ),
    (PAGE, "have seen at most {} symbols in training", POSITIONS.trained[1]),
    (PAGE, "when the sequence has {}?", POSITIONS.tested[-1]),
    (
        PAGE,
        "*Shaw's vectors*, with a reach of {}, are best or equal to the best",
        Config(1, 1).reach,
    ),
    (PAGE, "still answer *fifth* ({:.2f} and {:.2f})", *right("fifth", 256)),
    (
        PAGE,
        "it still gets {:.2f} of *latest* (at the trained length it is hardly "
        "ahead of no encoding), but at most {:.2f} of the two",
        share("latest", "alibi", 256),
        max(share(q, "alibi", 32) for q in ("back", "fifth")),
    ),
    (
        PAGE,
        "to four times the length ({:.2f}), not to eight ({:.2f}; by seed "
        "{:.2f} to {:.2f})",
        share("back", "rotary", 128),
        *apart("back", "rotary", 256),
    ),
    (
        PAGE,
        "added ones at 64 symbols, on *latest* most clearly ({:.2f} against "
        "{:.2f}), and worse on *fifth* at 256",
        *both("latest", 64),
    ),
    (
        PAGE,
        "gets {:.2f} of *latest* at the trained length. The mask itself",
        share("latest", "none", 32),
    ),
    (
        PAGE,
        "by one factor, here {}: {} symbols now turn the clocks no further "
        "than {} did",
        *(LONGER, POSITIONS.tested[-1], POSITIONS.trained[1]),
    ),
    (PAGE, "five back now looks like {}/{} of a step", BACK, LONGER),
    (
        PAGE,
        "Without the mask (last row) {:.2f} is left: the model",
        share("latest", "none, no mask", 32),
    ),
    (
        PAGE,
        "right in only {:.2f} of the cases even at the trained size (from "
        "{:.2f} to {:.2f} by seed)",
        *apart("above", "learned, no mask", 8, "positions-grid"),
    ),
    (
        EXERCISES,
        "at 256 symbols they get only {:.2f} of *latest*",
        share("latest", "shaw", 256),
    ),
]
