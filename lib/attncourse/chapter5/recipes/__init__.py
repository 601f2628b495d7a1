"""The recipes of chapter 5."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "relations": Entry(
        "relations:RELATIONS", "rows that ask each other, by number of heads"
    ),
}
