"""The recipes of chapter 6."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "positions": Entry(
        "positions:POSITIONS",
        "which encoding of places answers which question, by length",
    ),
    "positions-grid": Entry(
        "positions:GRIDS", "the same on grids, without a mask"
    ),
    "order-models": Entry(
        "order_models:MODELS", "the encodings that run in chapter 6"
    ),
    "calculator": Entry(
        "order_models:CALCULATOR", "differences, with places and without"
    ),
}
