"""The recipes of chapter 10; chapter 8 trains the model of captions."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "induction-letters": Entry(
        "induction:INDUCTION",
        "a model of letters that repeats what it has read",
    ),
    "capstone": Entry(
        "capstone:CAPSTONE",
        "a language model of the text that comes with Python",
    ),
    "five-changes": Entry(
        "changes:CHANGED",
        "a decoder of 2017 and five changes since, alone and together",
        "Multi30k",
    ),
    "scaling-law": Entry(
        "scaling:SCALED",
        "the loss by parameters and by text, and what that predicts",
        "Multi30k",
    ),
    "text": Entry(
        "text:OWN", "a language model of your own text", "a text file", False
    ),
    "pairs": Entry(
        "pairs:OWN",
        "translators of your own sentence pairs",
        "a file of pairs with a tab between their sides",
        False,
    ),
}
