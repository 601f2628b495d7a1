"""What refutes the claims of chapter 2."""

from tests.attncourse.experiments.stored import put

REFUTED = {
    ("align-phrases", "align.scores"): [
        put("scores", "all", 0.5, attention="additive"),
        put("scores", "all", 0.1, attention="linear"),
        put("scores", "words 9", 0.5, attention="dot"),
        put("references", "all", 0.05, model="diagonal"),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
