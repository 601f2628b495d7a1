"""Numbers that stand in sentences about chapter 6: a page, a sentence with
gaps, and what stands in each.
"""

from attnbook.models.tagger import Config
from attncourse.chapter6.order import BACK
from attncourse.experiments import recipes, results

PAGE = "chapters/06_positional_encoding.ipynb"
EXERCISES = "chapters/exercises/06_positional_encoding.ipynb"
POSITIONS = recipes.load("positions")
LONGER = POSITIONS.tested[-1] // POSITIONS.trained[1]


def share(question: str, kind: str, size: int) -> float:
    """Right answers in the comparison of encodings, the mean of its seeds."""
    rows = results.load("positions").table("accuracy")
    rows = rows.where(question=question, kind=kind, size=size)
    return rows.mean("accuracy")


SENTENCES = [
    (
        PAGE,
        "Hence at most {} of 100 answers can be right: the 10 with equal "
        "digits, and one from each of the other {} pairs",
        *(10 + 10 * 9 // 2, 10 * 9 // 2),
    ),
    (
        PAGE,
        "Each model was trained on sequences of {} to {} symbols",
        *POSITIONS.trained,
    ),
    (PAGE, "Training sequences had at most {} symbols.", POSITIONS.trained[1]),
    (PAGE, "beyond the reach of {} share one vector", Config(1, 1).reach),
    (
        PAGE,
        "But with factor {}, as at 256, {word} steps look like {}/{} of one",
        *(LONGER, BACK, BACK, LONGER),
    ),
    (
        EXERCISES,
        "At 256 symbols Shaw's vectors get only {:.2f} of *latest*, and ALiBi "
        "only {:.2f} of *fifth*",
        *(share("latest", "shaw", 256), share("fifth", "alibi", 256)),
    ),
    (
        PAGE,
        "On *fifth* it is {:.0f}% at 64 and {:.0f}% at 256",
        *(100 * share("fifth", "rotary", size) for size in (64, 256)),
    ),
    (
        PAGE,
        "On *latest* they fall to {:.0f}%",
        100 * share("latest", "shaw", 256),
    ),
]
