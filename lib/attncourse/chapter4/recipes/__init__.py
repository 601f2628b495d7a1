"""The recipes of chapter 4."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "bags-nine": Entry(
        "bags:NINE", "which bag of digits has a nine, by the way of pooling"
    ),
    "look-up": Entry(
        "look_up:LOOK_UP", "one matrix for keys and values, or two"
    ),
    "look-up-root": Entry(
        "look_up:ROOT", "what the root of K changes in training"
    ),
}
