"""What refutes the claims of chapter 1."""

from tests.attncourse.experiments.stored import put, put_value, worst_last

SECOND = "translate-en-fr-seq2seq"


def colours_back(stored):
    """A change: the model with one vector says what the reference says."""
    case = stored.samples["cases"][0]
    case["second"] = case["reference"]


REFUTED = {
    ("compare-en-fr", "compare.opening"): [colours_back],
    ("compare-en-fr", "compare.cases"): [worst_last],
    ("compare-en-fr", "compare.drift"): [
        put("drift", "found", 0.99, position=9),
        put("drift", "chance", 0.99, position=11),
    ],
    ("compare-en-fr", "compare.difference"): [
        put("difference", "low", -0.1, shortest=9),
        put("difference", "difference", 10, shortest=20),
    ],
    (SECOND, "compare.bleu"): [put_value("bleu", 36)],
    (SECOND, "compare.by_length"): [
        put("by_length", "bleu", 60, shortest=12),
        put("by_length", "bleu", 30, shortest=20),
    ],
    ("colours", "compare.colours"): [
        put("shares", "right", 0.9, model=SECOND, colours=3),
        put("shares", "right", 0.5, model=SECOND, colours=1),
        put("shares", "right", 0.9, model="translate-en-fr-bahdanau"),
    ],
    ("compare-en-fr-longer", "compare.colours"): [
        put("colours", "right", 0.9, model="none", colours=4),
        put("colours", "right", 0.9, model="additive"),
    ],
    ("recall-delay", "memory.recall"): [
        put("epochs", "accuracy", 0.5, gate_bias=1.0),
    ],
    ("phrases-one", "bottleneck.one"): [
        put("epochs", "words 9", 0.95, side="one vector, both directions"),
    ],
    ("phrases-small", "bottleneck.small"): [
        put("accuracy", "words 9", 0.5, side="attention", seed=2)
    ],
    ("phrases-three", "bottleneck.three"): [
        put("epochs", "phrases 3", 0.95),
        put("epochs", "phrases 2", 0.7, side="one vector, both directions"),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
