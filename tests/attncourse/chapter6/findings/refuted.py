"""What refutes the claims of chapter 6."""

from tests.attncourse.experiments.stored import put, put_sample

SHARE = "accuracy", "accuracy"
REFUTED = {
    ("calculator", "order_models.calculator"): [
        put_sample("sequences", 94, said=[0, 0, 0]),
        put_sample("sequences", 194, said=[0, 0, 0]),
    ],
    ("order-models", "order_models.lengths"): [
        put(*SHARE, 0.9, kind="sinusoidal", question="back", size=64),
    ],
    ("positions", "positions.comparison"): [
        put(*SHARE, 0.9, kind="learned", question="back", size=64),
        put(*SHARE, 0.5, kind="sinusoidal", question="fifth", size=256),
        put(*SHARE, 0.5, kind="shaw", question="back", size=256),
    ],
    ("random-starts", "positions.random_starts"): [
        put(*SHARE, 0.4, question="back", size=64),
        put(*SHARE, 0.4, question="fifth", size=256),
    ],
    ("slowed-clocks", "positions.slowed"): [
        put(*SHARE, 0.1, question="back", clocks="the slow ones"),
        put(*SHARE, 0.9, question="latest", clocks="the slow ones"),
    ],
    ("position-costs", "costs.by_length"): [
        put("cost", "seconds", 100.0, kind="rotary"),
        put("cost", "seconds", 1e-9, kind="shaw", length=4096),
        put("cost", "bytes", 10**10, kind="rotary"),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
