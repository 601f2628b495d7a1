"""What refutes the claims of chapter 7."""

from tests.attncourse.experiments.stored import put, put_value

FIRST = "translate-en-fr-bahdanau"
TRANSFORMER = "translate-en-fr-transformer"
SAME = "bahdanau-same-tokens"

REFUTED = {
    ("speed", "speed.beside_others"): [
        put("tasks", "ratio", 2.0, way="attnbook", task="images"),
    ],
    ("starts", "starts.alone"): [
        put("ends", "accuracy", 1.0, stack="attention alone"),
        put("ends", "accuracy", 0.1, stack="attention alone, near a copy"),
        put("ends", "accuracy", 0.1, stack="+ residual"),
    ],
    ("starts", "starts.by_rate"): [
        put("ends", "accuracy", 0.1, stack="pre-norm"),
        put("ends", "accuracy", 1.0, stack="post-norm"),
    ],
    ("copy-transformer", "copying.by_length"): [
        put("accuracy", "free", 0.9, attention="sinusoidal", length=20),
        put("accuracy", "free", 0.3, attention="sinusoidal", length=60),
        put("accuracy", "free", 0.9, attention="sinusoidal", length=1000),
    ],
    ("fair-en-fr", "fair.scores"): [
        put("models", "low", -0.1, model=FIRST),
        put("models", "low", 0.1, model=SAME),
        put("models", "greedy_bleu", 59.0, model=SAME),
        put("models", "parameters", 9_000_000, model=TRANSFORMER),
    ],
    ("translate-de-en-transformer", "german.scores"): [put_value("bleu", 30.0)],
    ("translate-de-en-seq2seq", "german.by_length"): [
        put("by_length", "bleu", 40.0, shortest=20)
    ],
    ("heads-en-fr", "heads.removed"): [
        put("heads", "loss", 0.2, kind="own", layer=1, head=1),
        put("layers", "loss", 0.01),
    ],
    ("heads-en-fr", "heads.maps"): [
        put("heads", "previous", 0.1, kind="encoder")
    ],
    ("length-cost", "lengths.time"): [
        put("cost", "seconds", 9.0, kind="gru", length=4096),
        put("cost", "seconds", 9.0, kind="block"),
    ],
    ("length-cost", "lengths.memory"): [
        put("cost", "bytes", 8e8, kind="fused", length=4096),
        put("cost", "bytes", 2.2e8, kind="explicit", length=4096),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
