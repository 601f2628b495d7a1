"""What refutes the claims of chapter 3."""

from tests.attncourse.experiments.stored import put

REFUTED = {
    ("caption-objects", "caption.pointing"): [
        put("pointing", "share", 0.05, variant="attention")
    ],
    ("caption-objects", "objects.by_objects"): [
        put("by_things", "slots", 0.99, variant="one vector", things=6),
        put("by_things", "slots", 0.9, variant="one vector", things=1),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
