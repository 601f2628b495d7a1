"""What refutes the claims of chapter 3."""

from attncourse.chapter3.findings.one_vector import BEST
from tests.attncourse.experiments.stored import put, worst_last


def right_without(stored):
    """A change: one vector describes the opening scene, too."""
    case = stored.samples["cases"][0]
    case["none"]["text"] = case["caption"]


REFUTED = {
    ("caption-scenes", "caption.scores"): [
        put("scores", "slots", 0.99, variant="blind")
    ],
    ("caption-scenes", "caption.difference"): [
        put("difference", "low", -0.1, things=3)
    ],
    ("caption-scenes", "caption.pointing"): [
        put("pointing", "share", 0.2, variant="attention")
    ],
    ("caption-scenes", "caption.opening"): [right_without],
    ("caption-scenes", "caption.cases"): [worst_last],
    ("caption-one-vector", "one_vector.by_things"): [
        put("by_things", "slots", 0.99, variant=BEST, things=6),
        put("by_things", "slots", 0.5, variant=BEST, things=1),
    ],
    ("caption-one-vector", "one_vector.scores"): [
        put("scores", "slots", 0.99, variant=BEST),
        put("scores", "slots", 0.99, variant="flat-lent"),
    ],
    ("caption-one-vector", "one_vector.probe"): [put("probe", "kinds", 0.5)],
}
"""A result, a finding that is made of it, and changes that refute it."""
