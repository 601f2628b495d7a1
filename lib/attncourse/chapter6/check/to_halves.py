"""Columns reordered: from pairs of neighbours to pairs of halves."""

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def source(entry):
    """The column that an entry comes from."""
    row, to = entry.at["D"], entry.at["D'"]
    K = entry.values["W"].shape[1] // entry.values["H"]
    head, k = divmod(to, K)
    second, i = divmod(k, K // 2)
    return f"W[{row}, {head * K + 2 * i + second}]"


exercise = Exercise(
    takes={"W": "D D'", "H": ""},
    returns=("reordered",),
    learned=False,
    steps={
        "pairs": Step(
            "D H i pair",
            lambda W, H: W.unflatten(1, (H, -1, 2)),
            "the columns cut into heads, and those into pairs",
        ),
        "halves": Step(
            "D H pair i",
            lambda pairs: pairs.mT,
            "in each head, first features before second ones",
        ),
        "reordered": Step(
            "D D'", lambda halves: halves.flatten(1), "side by side", source
        ),
    },
    cases={
        "one head of two pairs": case(
            W=tuple(tuple(10.0 * r + c for c in range(4)) for r in range(4)),
            H=1,
        ),
        "one head of four pairs": case(1, H=1, D=8),
        "two heads of three pairs": case(2, H=2, D=12),
        "three heads of four pairs": case(3, H=3, D=24),
        "heads of one pair": case(4, H=5, D=10),
    },
    mistakes={
        "this is the way back, from halves to neighbours": {
            "reordered": lambda W, H: W.unflatten(1, (H, 2, -1)).mT.flatten(1)
        },
        "rows are reordered, not columns": {
            "reordered": lambda W, H: (
                W.T.unflatten(1, (H, -1, 2)).mT.flatten(1).T
            )
        },
        "halves of each head are swapped, pairs stay together": {
            "reordered": lambda W, H: (
                W.unflatten(1, (H, 2, -1)).flip(2).flatten(1)
            )
        },
    },
)
