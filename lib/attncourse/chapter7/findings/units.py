"""What hidden units of the shipped Transformer respond to."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import tables

NAMED = {76: "clothes", 15: "how many", 40: "rooms and shops", 42: "looking"}
NAMED |= {98: "children", 75: "where something is"}
"""Units that have a name in one word; most of the others have none."""


def words() -> Finding:
    """A hidden unit is silent at most words, and some respond to one kind."""
    stored = results.load("hidden-units")
    units = {row["unit"]: row for row in stored.samples["units"]}
    share = stored.value("active")
    assert share < 0.1, "a unit is silent at most words"
    rows = [
        {
            "unit": number,
            "responds most to": ", ".join(_told(units[number]["words"])),
            "one might say": name,
        }
        for number, name in NAMED.items()
    ]
    caption = f"""On average {share:.0%} of {stored.value("units")} hidden
    units are above 0 at a word. Six of the first block that one can name, by
    the words where they are largest; most have no such name."""
    return Finding("units.words", tables.table(rows), caption, (stored,))


def _told(words: list[str]) -> list[str]:
    """The first six; at the beginning of a sentence a word is another token."""
    return list(dict.fromkeys(words))[:6]
