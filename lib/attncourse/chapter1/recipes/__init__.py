"""The recipes of chapter 1."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "phrases-one": Entry(
        "bottleneck:ONE", "how soon phrases are translated through one vector"
    ),
    "phrases-small": Entry(
        "bottleneck:SMALL", "the same with a state of 16 numbers"
    ),
    "phrases-three": Entry(
        "bottleneck:THREE", "one, two and three phrases side by side"
    ),
    "compare-en-fr-longer": Entry(
        "longer:LONGER",
        "both translators, trained until their validation loss rose",
        "Multi30k",
    ),
    "colours": Entry(
        "colours:RECIPE",
        "whether both translators keep the colours of a sentence apart",
        "both models",
    ),
    "recall-delay": Entry(
        "memory:RECALL", "how far back a recurrent network recalls one symbol"
    ),
    "copy-length": Entry(
        "memory:COPY",
        "how long a sequence is copied, with and without attention",
    ),
    "translate-en-fr-seq2seq": Entry(
        "translate:SEQ2SEQ", "the translator without attention", "Multi30k"
    ),
    "translate-en-fr-bahdanau": Entry(
        "translate:BAHDANAU", "the translator with attention", "Multi30k"
    ),
    "translate-en-fr-transformer": Entry(
        "translate:TRANSFORMER", "the Transformer that translates", "Multi30k"
    ),
    "compare-en-fr": Entry(
        "compare:COMPARE",
        "both translators on the same sentences",
        "Multi30k, both results",
    ),
}
