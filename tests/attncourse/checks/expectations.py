"""What tests of the engine know of single exercises, from the rooms.

`chapterN/expectations.py` has TOLD, the kinds of wrong answers that each
exercise tells, and where an exercise needs them: SIZES, the axes whose sizes
are plain arguments; EQUAL, the numbers of a case of which one is picked; OWN,
constants that data could give; SAID, of a wrong answer in the bank, what its
learner hears and what not.
"""

from typing import Any

from tests.environment import rooms

WHY = {
    "softmax": "elsewhere no softmax is the learner's",
    "hidden": "elsewhere no score is hidden",
    "log": "elsewhere is no logarithm of a softmax",
    "mask": "elsewhere no argument is a mask",
    "given": "elsewhere no function is given a mask",
    "itself": "elsewhere no right answer equals an argument",
    "changed": "elsewhere all arguments are plain numbers",
    "root": "elsewhere is no root of a width",
    "equal": "elsewhere nothing is sorted, picked or looked up; a decoder has "
    "no two tokens that are equally likely",
    "plain": "elsewhere all arguments are tensors, sets or functions",
    "own": "elsewhere is no constant that data could give",
}
"""The kinds, with the reason why they are not told in other exercises."""
NEVER = "what belongs at"
NONE = "The right "  # numbers follow, step by step


def known(what: str) -> dict[str, Any]:
    """What all chapters have under that name, by exercise: "chapter1.forced"
    for `forced` of chapter 1.
    """
    return {
        f"{chapter}.{name}": value
        for chapter, room in rooms("expectations").items()
        for name, value in getattr(room, what, {}).items()
    }
