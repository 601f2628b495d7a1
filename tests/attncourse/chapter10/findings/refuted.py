"""What refutes the claims of chapter 10."""

from tests.attncourse.experiments.stored import put_value

REFUTED = {
    ("lm-captions", "language.perplexity"): [put_value("perplexity", 30.0)],
    ("lm-captions", "language.samples"): [
        lambda stored: stored.recipe["cuts"].pop()
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
