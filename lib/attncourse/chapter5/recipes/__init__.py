"""The recipes of chapter 5."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "relations": Entry(
        "relations:RELATIONS",
        "layers that relate rows to rows, by number of heads",
    ),
    "word-company": Entry(
        "company:COMPANY",
        "the vectors of frequent words after the encoder",
        "the model translate-en-fr-transformer, and Multi30k",
    ),
}
