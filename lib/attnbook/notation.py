"""The alphabet of the course: one letter for each size, one table for everybody.

Prose, LaTeX, einsum strings and annotations use these letters and no others;
`tests/test_notation.py` compares them with this table. Built in the notation page.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Symbol:
    """One row of the table: the letter in code, its LaTeX, and what it counts or holds."""

    letter: str
    latex: str
    meaning: str


SIZES = {
    symbol.letter: symbol
    for symbol in (
        Symbol("B", "B", "sequences in a batch"),
        Symbol("H", "H", "heads; 1 in a recurrent decoder"),
        Symbol("T", "T", "query positions, or target positions"),
        Symbol("S", "S", "key positions, or source positions"),
        Symbol("D", "D", "width of an embedding or of a recurrent state"),
        Symbol("K", "K", "width of one key (and of one query) in one head"),
        Symbol("V", "V", "width of one value in one head"),
        Symbol("M", "M", "width of one memory vector"),
        Symbol("A", "A", "width of the hidden layer inside the additive score"),
        Symbol("N", "N", "tokens in the vocabulary"),
        Symbol("L", "L", "layers; in a search, the greatest length"),
        Symbol("P", "P", "patches of an image"),
    )
}

OBJECTS = {
    symbol.letter: symbol
    for symbol in (
        Symbol("x_t", r"\mathbf{x}_t", "embedding of source token t"),
        Symbol("h_i", r"\mathbf{h}_i", "encoder state at source position i, a row of the memory"),
        Symbol("s_t", r"\mathbf{s}_t", "decoder state after target token t"),
        Symbol("y_t", r"\mathbf{y}_t", "embedding of target token t"),
        Symbol("c_t", r"\mathbf{c}_t", "context: what the decoder reads at step t"),
        Symbol("e_ti", r"e_{t,i}", "score of source position i for target step t"),
        Symbol("a_ti", r"a_{t,i}", "weight: the softmax of the scores over i"),
        Symbol("Q", r"\mathbf{Q}", "queries, one row each"),
        Symbol("K", r"\mathbf{K}", "keys, one row each"),
        Symbol("V", r"\mathbf{V}", "values, one row each"),
    )
}


def markdown(symbols: dict[str, Symbol]) -> str:
    """The symbols as a Markdown table with the columns code, formula, meaning."""
    rows = [f"| `{s.letter}` | ${s.latex}$ | {s.meaning} |" for s in symbols.values()]
    return "\n".join(["| code | formula | meaning |", "| --- | --- | --- |", *rows])
