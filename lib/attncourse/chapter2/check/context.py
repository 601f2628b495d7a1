"""What each target step reads, from the scores of all steps."""

from attncourse.checks.attention import lowered, raised, reading, weighing
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise

SEEN = ("11011",), ("01110",), ("10000",)
exercise = Exercise(
    takes={"e": "B T S", "h": "B S M", "mask": "B 1 S"},
    returns=("context", "weights"),
    steps=weighing("e", "mask") | reading("h", "context", "B T M"),
    cases={
        "one step, two positions": case(
            11, mask=(("11",),), whole=True, T=1, M=1
        ),
        "two steps, two positions": case(
            11, mask=(("11",),), whole=True, T=2, M=1
        ),
        "two steps, three positions, one hidden": case(
            13, mask=(("101",),), whole=True, T=2, M=1
        ),
        "nothing hidden": case(1, mask=(("11111",), ("11111",)), T=3, M=7),
        "each sentence has its own mask": case(2, mask=SEEN, T=2, M=7),
        "1000 and more, T = S": case(3, raised, mask=SEEN, T=5, M=2),
        "a fully hidden sentence": case(4, mask=(("110",), ("000",)), T=2, M=5),
        "scores near -40": case(5, lowered, mask=SEEN, T=2, M=7),
    },
)
