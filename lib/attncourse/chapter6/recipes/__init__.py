"""The recipes of chapter 6."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "positions": Entry(
        "positions:POSITIONS",
        "which encoding of places answers which question, by length",
    ),
    "random-starts": Entry(
        "positions:STARTS", "the same for sines that start anywhere"
    ),
    "slowed-clocks": Entry(
        "slowed:SLOWED", "rotary models on longer texts, with slower clocks"
    ),
    "position-costs": Entry(
        "costs:COSTS", "seconds and bytes of an encoding, by length"
    ),
    "order-models": Entry(
        "order_models:MODELS", "the encodings that run in chapter 6"
    ),
    "calculator": Entry(
        "order_models:DIGITS", "differences, with places and without"
    ),
}
