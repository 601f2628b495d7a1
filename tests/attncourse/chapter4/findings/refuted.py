"""What refutes the claims of chapter 4."""

from tests.attncourse.experiments.stored import put

REFUTED = {
    ("look-up", "look_up.by_width"): [
        put("accuracy", "accuracy", 0.99, kind="shared", width=2),
        put("accuracy", "accuracy", 0.9, kind="shared", width=16),
    ],
    ("look-up-root", "look_up.root"): [
        put("speed", "updates", 400, root=1),
        put("speed", "updates", 50, root=0),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
