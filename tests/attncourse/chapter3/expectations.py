"""Which kinds of wrong answers are told, exercise by exercise."""

TOLD = {
    "coverage_penalty": "mask changed own",
    "grid_attention": "softmax changed",
    "grid_softmax": "softmax changed",
    "lay_over": "changed plain",
    "pointing": "changed equal plain",
}
SIZES = {
    "lay_over": "I J X Y",
}
EQUAL = {
    "pointing": lambda weights, **_: [
        x[x == x.max()].tolist() for x in weights
    ],
}
OWN = {
    "coverage_penalty": [
        ("missing", lambda got: got.mean() - got),
        ("missing", lambda got: got.mean(1, True) - got),
    ],
}
