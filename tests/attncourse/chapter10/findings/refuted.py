"""What refutes the claims of chapter 10."""

from tests.attncourse.experiments.stored import put, put_value

REFUTED = {
    ("capstone", "capstone.bar"): [
        put("scores", "bits", 1.9, seed=1),
        put("ngrams", "bits", 1.0, before=3),
        put("ngrams", "bits", 1.7, before=1),
        put_value("xz_bits", 1.0),
    ],
    ("capstone", "capstone.copies"): [
        put("scores", "copied", 99.0, seed=1),
    ],
    ("five-changes", "changes.table"): [
        put("scores", "parameters", 3e5, change="rotary", seed=1),
        put("scores", "cache", 1536, change="all five"),
        put("scores", "loss", 3.0, change="rotary", seed=1),
        put("scores", "loss", 2.0, change="SwiGLU"),
    ],
    ("scaling-law", "scaling.by_size"): [
        put("scores", "loss", 2.9, width=16, captions=14000),
    ],
    ("scaling-law", "scaling.by_computation"): [
        put("epochs", "validation", 2.7, width=48, captions=14000),
    ],
    ("lm-captions", "language.perplexity"): [put_value("perplexity", 30.0)],
    ("lm-captions", "language.samples"): [
        lambda stored: stored.recipe["cuts"].pop()
    ],
    ("induction-letters", "induction.live"): [
        put("repeated", "behind 2", 0.2, period=8),
        put("repeated", "before 1", 0.2, period=8),
        put("repeated", "right", 0.5, period=20),
        put("repeated", "without 2", 0.5, period=8),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
