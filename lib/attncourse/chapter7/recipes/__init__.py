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
    "speed": Entry(
        "speed:SPEED",
        "seconds and bytes beside other libraries",
        "the extra bench",
    ),
    "copy-transformer": Entry(
        "copying:COPYING",
        "how long a sequence a Transformer copies",
    ),
    "bahdanau-same-tokens": Entry(
        "rivals:SAME_TOKENS",
        "the translator with attention, trained as long as the Transformer",
        "Multi30k",
    ),
    "translate-en-fr-even": Entry(
        "rivals:EVEN",
        "the Transformer with three layers on each side",
        "Multi30k",
    ),
    "fair-en-fr": Entry(
        "fair:FAIR",
        "the Transformer against the translators with attention",
        "Multi30k, their results, the extra bench",
    ),
    "translate-de-en-seq2seq": Entry(
        "german:SEQ2SEQ",
        "German to English through one vector",
        "Multi30k",
    ),
    "translate-de-en-bahdanau": Entry(
        "german:BAHDANAU",
        "German to English with attention",
        "Multi30k",
    ),
    "translate-de-en-transformer": Entry(
        "german:TRANSFORMER",
        "German to English with a Transformer",
        "Multi30k",
    ),
    "translate-de-en-transformer-second": Entry(
        "german:SECOND",
        "German to English with a Transformer, second seed",
        "Multi30k",
    ),
    "translate-de-en-transformer-third": Entry(
        "german:THIRD",
        "German to English with a Transformer, third seed",
        "Multi30k",
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
