"""Numbers that stand in sentences about chapter 6: a page, a sentence with
gaps, and what stands in each.
"""

from attnbook.models.tagger import Config
from attncourse.chapter6.order import BACK
from attncourse.experiments import recipes, results

PAGE = "chapters/06_positional_encoding.ipynb"
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


def right(question: str, size: int, starts: str = "") -> list[float]:
    """That of sines, and of a learned table."""
    kinds = (f"{kind}{starts}" for kind in ("sinusoidal", "learned"))
    return [share(question, kind, size) for kind in kinds]


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
        "most of *back* ({:.2f}, from {:.2f} to {:.2f} by seed, and {:.2f})",
        *apart("back", "sinusoidal", 64),
        share("back", "learned", 64),
    ),
    (
        PAGE,
        "keep much of *back* ({:.2f} at 64 symbols, with both)",
        max(right("back", 64, ", random starts")),
    ),
    (
        PAGE,
        "it still gets {:.2f} of *latest* (at the trained length its {:.2f} is "
        "little more than the {:.2f} without any encoding), but at most {:.2f} "
        "of the two",
        *(share("latest", "alibi", size) for size in (256, 32)),
        share("latest", "none", 32),
        max(share(q, "alibi", 32) for q in ("back", "fifth")),
    ),
    (
        PAGE,
        "to four times the length ({:.2f}), not to eight ({:.2f}, from {:.2f} "
        "to {:.2f} by seed). It learns *fifth* badly ({:.2f} at 32)",
        share("back", "rotary", 128),
        *apart("back", "rotary", 256),
        share("fifth", "rotary", 32),
    ),
    (
        PAGE,
        "added ones at 64 symbols, on *back* ({:.2f} against {:.2f}) and on "
        "*latest* ({:.2f} against {:.2f}), and worse on *fifth* at 256 "
        "({:.2f}, from {:.2f} to {:.2f} by seed, against {:.2f}). *Complex* "
        "words get only {:.2f} of *back* even at the trained length",
        *both("back", 64),
        *both("latest", 64),
        *apart("fifth", "concatenated", 256),
        share("fifth", "sinusoidal", 256),
        share("back", "complex", 32),
    ),
    (PAGE, "the model gets {:.2f} of *fifth*", share("fifth", "none", 32)),
    (
        PAGE,
        "gets {:.2f} of *latest* at the trained length and {:.2f} at eight",
        share("latest", "none", 32),
        share("latest", "none", 256),
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
        "{:.2f} of *latest* is left: the model",
        share("latest", "none, no mask", 32),
    ),
    (
        PAGE,
        "right in only {:.2f} of the cases even at the trained size (from "
        "{:.2f} to {:.2f} by seed)",
        *apart("above", "learned, no mask", 8, "positions-grid"),
    ),
]
