"""What refutes the claims of chapter 2."""

from tests.attncourse.experiments.stored import put, put_value

FIRST = "translate-en-fr-bahdanau"


def other_dropouts(stored):
    """A change: the search tried the rates in another order."""
    stored.recipe["dropouts"].reverse()


REFUTED = {
    ("align-phrases", "align.scores"): [
        put("scores", "all", 0.5, attention="additive"),
        put("scores", "all", 0.1, attention="linear"),
        put("scores", "words 9", 0.5, attention="dot"),
        put("references", "all", 0.05, model="diagonal"),
    ],
    (FIRST, "translate.search"): [
        put_value("dropout", 0.3),
        put_value("parameters", 3_000_000),
        other_dropouts,
        lambda stored: stored.recipe.update(smoothing=0.2),
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
