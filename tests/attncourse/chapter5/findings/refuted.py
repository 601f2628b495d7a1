"""What refutes the claims of chapter 5."""

from tests.attncourse.experiments.stored import put

REFUTED = {
    ("relations", "relations.by_heads"): [
        put("accuracy", "accuracy", 0.9, kind="rows"),
        put("accuracy", "accuracy", 0.9, kind="1 head"),
        put("accuracy", "accuracy", 0.9, kind="1 head", questions=2),
        put("accuracy", "accuracy", 0.9, kind="2 heads"),
        put("accuracy", "accuracy", 0.9, kind="1 head, ReLU"),
    ],
    ("relations", "relations.apart"): [
        put("apart", "worse", 0.9, kind="1 head"),
        put("apart", "better", 0.7, kind="1 head"),
        put("apart", "larger", 0.9, kind="1 head"),
        put("apart", "smaller", 0.6, kind="1 head, ReLU"),
        put("apart", "larger", 0.5, kind="2 heads"),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
