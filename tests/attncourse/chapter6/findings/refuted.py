"""What refutes the claims of chapter 6."""

from tests.attncourse.experiments.stored import put, put_sample

REFUTED = {
    ("calculator", "order_models.calculator"): [
        put_sample("sequences", 94, said=[0, 0, 0]),
        put_sample("sequences", 194, said=[0, 0, 0]),
    ],
    ("positions", "positions.comparison"): [
        put("accuracy", "accuracy", 0.9, kind="rotary", size=256),
        put("accuracy", "accuracy", 0.7, kind="shaw", question="latest"),
        put("accuracy", "accuracy", 0.5, kind="sinusoidal", size=64),
        put("accuracy", "accuracy", 0.5, kind="learned, random starts"),
        put("accuracy", "accuracy", 0.8, kind="learned", question="fifth"),
        put("accuracy", "accuracy", 0.2, kind="alibi", question="fifth"),
        put("accuracy", "accuracy", 0.5, kind="alibi", question="back"),
        put("accuracy", "accuracy", 0.5, kind="alibi", question="latest"),
        put("accuracy", "accuracy", 0.5, kind="rotary", size=128),
        put("accuracy", "accuracy", 0.5, kind="none", question="latest"),
    ],
    ("positions-grid", "positions.grids"): [
        put("accuracy", "accuracy", 0.9, kind="conditional", size=16),
        put("accuracy", "accuracy", 0.9, kind="learned, no mask"),
        put("accuracy", "accuracy", 0.9, kind="grid", question="corner"),
        put(
            *("accuracy", "accuracy", 0.2),
            kind="learned, no mask",
            question="corner",
        ),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
