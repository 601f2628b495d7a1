"""A layer: what a row of x reads from a memory, with three matrices."""

from attncourse.checks.attention import projecting, reading, scaling, weighing
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise

TAKES = {"x": "B T D", "memory": "B S M"}
TAKES |= {"W_q": "D K", "W_k": "M K", "W_v": "M V"}

exercise = Exercise(
    takes=TAKES,
    returns=("output", "weights"),
    steps=projecting("x", "memory")
    | scaling()
    | weighing("scores")
    | reading("V"),
    cases={
        "one row, a memory of two": case(
            240, whole=True, B=1, T=1, S=2, D=1, M=1, K=3, V=1
        ),
        "three sentences, all sizes different": case(
            1, B=3, T=2, S=5, D=11, M=13, K=7, V=17
        ),
        "large": case(2, large("W_q"), B=2, T=3, S=5, D=7, M=7, K=7, V=7),
        "x and memory of one shape": case(3, B=2, T=5, S=5, D=7, M=7, K=3, V=2),
        "a memory of one row": case(4, B=2, T=3, S=1, D=5, M=2, K=7, V=11),
    },
)
