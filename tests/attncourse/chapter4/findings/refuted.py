"""What refutes the claims of chapter 4."""

from tests.attncourse.experiments.stored import put, put_sample

REFUTED = {
    ("bags-nine", "bags.accuracy"): [
        put("accuracy", "accuracy", 0.99, pool="mean", size=40)
    ],
    ("bags-nine", "bags.found"): [
        put("found", "found", 0.5, bags=1000, size=40, seed=1),
        put("found", "found", 0.1, bags=200),
        put("found", "found", 0.7, bags=200, pool="max"),
        put("found", "found", 1.0, bags=200, pool="max"),
    ],
    ("bags-nine", "bags.opening"): [
        put_sample("cases", 0, rank=3),
        put_sample("cases", 0, said={"mean": 0.9, "attention": 0.9}),
        put_sample("cases", 0, weights=[0.5] + [0.01] * 39),
    ],
    ("bags-nine", "bags.cases"): [
        put_sample("cases", 1, rank=999),
        put_sample("cases", 1, weights=[1.0] + [0.01] * 39),
    ],
    ("look-up", "look_up.by_width"): [
        put("accuracy", "accuracy", 0.99, kind="shared", width=2),
        put("accuracy", "accuracy", 0.9, kind="shared", width=32),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
