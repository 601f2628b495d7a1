"""Which kinds of wrong answers are told, exercise by exercise."""

TOLD = {
    "additive_attention": "softmax hidden mask changed",
    "alignment_error_rate": "changed equal",
    "context": "softmax hidden mask changed",
    "dot_attention": "softmax hidden mask changed plain",
    "masked_softmax": "softmax hidden mask changed",
}
EQUAL = {
    "alignment_error_rate": lambda found, **_: [[t for t, _ in found]],
}
