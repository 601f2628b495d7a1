"""The recipes of chapter 7."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "heads-en-fr": Entry(
        "heads:HEADS",
        "what each head of the Transformer is worth",
        "Multi30k, the model of the Transformer",
    ),
    "length-cost": Entry(
        "lengths:LENGTHS", "time and memory of a layer against the length"
    ),
    "copy-transformer": Entry(
        "copying:COPYING",
        "how long a sequence a Transformer copies",
    ),
    "bahdanau-same-tokens": Entry(
        "rivals:SAME_TOKENS",
        "the translator with attention, trained on as many tokens",
        "Multi30k",
    ),
    "transformer-distilled": Entry(
        "rivals:REDUCED",
        "a Transformer that learns from the shipped one's translations, too",
        "Multi30k, the model of the Transformer",
    ),
    "transformer-distilled-full": Entry(
        "rivals:DISTILLED",
        "the same with three teachers and twice the epochs",
        "Multi30k, the model of the Transformer",
        shipped=False,
    ),
    "fair-en-fr": Entry(
        "fair:FAIR",
        "the Transformer against the translators with attention",
        "Multi30k, their results",
    ),
    "hidden-units": Entry(
        "units:UNITS",
        "which words a hidden unit of the Transformer responds to",
        "Multi30k, the model of the Transformer",
    ),
    "starts": Entry(
        "starts:STARTS",
        "which stacks learn, from which start and at which rate",
    ),
}
