"""The recipes of chapter 2."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "align-phrases": Entry(
        "align:ALIGN",
        "alignment error of each score",
        "the model translate-en-fr-bahdanau",
    ),
}
