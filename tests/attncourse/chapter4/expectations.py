"""Which kinds of wrong answers are told, exercise by exercise."""

TOLD = {
    "attend": "softmax hidden mask changed root",
    "attention_layer": "softmax changed root",
    "mil_pooling": "softmax changed",
    "regress": "softmax changed equal plain",
    "scaled_scores": "changed root",
}
EQUAL = {
    "regress": lambda x, **_: [x.tolist()],
}
