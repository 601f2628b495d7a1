"""The alphabet of the course: one letter for each size, one table for
everybody.

Prose, LaTeX, einsum strings and annotations use these letters and no others;
`tests/test_notation.py` compares them with this table. Built in the notation
page; a chapter shows the letters of a section with `letters`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Symbol:
    """One row of the table.

    The letter in code, its LaTeX, and what it counts or holds.
    """

    letter: str
    latex: str
    meaning: str


SIZES = {
    symbol.letter: symbol
    for symbol in (
        Symbol("B", "B", "sequences in a batch"),
        Symbol("H", "H", "heads; 1 in a recurrent decoder"),
        Symbol("T", "T", "target positions; later, positions of queries"),
        Symbol("S", "S", "source positions; later, positions of keys"),
        Symbol(
            "D",
            "D",
            "width of an embedding, of a recurrent state, of a row that asks",
        ),
        Symbol("K", "K", "width of one key (and of one query) in one head"),
        Symbol("V", "V", "width of one value in one head"),
        Symbol(
            "M",
            "M",
            "width of one memory vector; features at each place of an image",
        ),
        Symbol("A", "A", "width of the hidden layer inside the additive score"),
        Symbol("N", "N", "tokens in the vocabulary"),
        Symbol("L", "L", "layers; in a search, the greatest length"),
        Symbol("P", "P", "patches of an image"),
        Symbol("C", "C", "colours, or features, at each pixel of an image"),
        Symbol("I", "I", "rows of the grid that is laid over an image"),
        Symbol("J", "J", "columns of that grid; it has S = I J places"),
        Symbol("Y", "Y", "pixels of an image from top to bottom"),
        Symbol("X", "X", "pixels of an image from left to right"),
    )
}

OBJECTS = {
    symbol.letter: symbol
    for symbol in (
        Symbol("x_i", r"\mathbf{x}_i", "embedding of source token i"),
        Symbol(
            "h_i",
            r"\mathbf{h}_i",
            "encoder state at source position i, a row of the memory",
        ),
        Symbol(
            "h_0",
            r"\mathbf{h}_0",
            "encoder state before the first token; of an image, the vector "
            "that an MLP makes of its grid",
        ),
        Symbol("f", r"f_\theta", "one step of the encoder, a recurrent cell"),
        Symbol(
            "f_mlp",
            r"f_{\text{mlp}}",
            "an MLP: two linear layers with a ReLU between them",
        ),
        Symbol("theta", r"\theta", "the parameters of the encoder"),
        Symbol(
            "s_t",
            r"\mathbf{s}_t",
            "decoder state at step t: it has read token t-1 and names token t",
        ),
        Symbol("y_t", r"\mathbf{y}_t", "embedding of target token t"),
        Symbol("g", r"g_\psi", "one step of the decoder, a recurrent cell"),
        Symbol("psi", r"\psi", "the parameters of the decoder"),
        Symbol(
            "c",
            r"\mathbf{c}",
            "context: what the decoder reads at every step",
        ),
        Symbol(
            "c_t",
            r"\mathbf{c}_t",
            "context: what the decoder reads at step t",
        ),
        Symbol("tau", r"\tau", "temperature of sampling"),
        Symbol(
            "W",
            r"\mathbf{W}",
            "matrix on the input of a recurrent cell, one for each gate",
        ),
        Symbol(
            "U",
            r"\mathbf{U}",
            "matrix on the state of a recurrent cell, one for each gate",
        ),
        Symbol("b", r"\mathbf{b}", "bias of a recurrent cell, beside W x"),
        Symbol("b'", r"\mathbf{b}'", "its second bias, beside U h"),
        Symbol(
            "reset",
            r"\mathbf{r}_i",
            "reset gate of a GRU: how much old state the candidate sees",
        ),
        Symbol(
            "update",
            r"\mathbf{z}_i",
            "update gate of a GRU: how much of the old state is kept",
        ),
        Symbol(
            "candidate",
            r"\tilde{\mathbf{h}}_i",
            "what a cell would put into its state if no gate held it back",
        ),
        Symbol(
            "forget",
            r"\mathbf{g}^{\text{forget}}_i",
            "forget gate of an LSTM: how much of the old cell is kept",
        ),
        Symbol(
            "enter",
            r"\mathbf{g}^{\text{input}}_i",
            "input gate of an LSTM: how much of the candidate enters",
        ),
        Symbol(
            "leave",
            r"\mathbf{g}^{\text{output}}_i",
            "output gate of an LSTM: how much of the cell leaves",
        ),
        Symbol("cell", r"\mathbf{m}_i", "cell of an LSTM: what it keeps"),
        Symbol("e_ti", r"e_{t,i}", "score of source position i at step t"),
        Symbol("a_ti", r"a_{t,i}", "weight: the softmax of the scores over i"),
        Symbol(
            "z_ij",
            r"\mathbf{z}_{i,j}",
            "features of an image at row i, column j of its grid; its memory",
        ),
        Symbol("e_tij", r"e_{t,i,j}", "score of the place in row i, column j"),
        Symbol(
            "a_tij",
            r"a_{t,i,j}",
            "weight: the softmax of the scores over all places i, j",
        ),
        Symbol(
            "W_q",
            r"\mathbf{W}_q",
            "matrix on what asks; in a layer it makes queries",
        ),
        Symbol(
            "W_k",
            r"\mathbf{W}_k",
            "matrix on the memory; in a layer it makes keys",
        ),
        Symbol(
            "v",
            r"\mathbf{v}",
            "vector of the additive score, from its hidden layer to a number",
        ),
        Symbol(
            "w_q",
            r"\mathbf{w}_q",
            "vector of the linear score, on a query",
        ),
        Symbol(
            "w_k",
            r"\mathbf{w}_k",
            "vector of the linear score, on a key",
        ),
        Symbol("W_v", r"\mathbf{W}_v", "matrix that makes values of a memory"),
        Symbol("W_o", r"\mathbf{W}_o", "matrix that mixes what all heads read"),
        Symbol("P_matrix", r"\mathbf{P}", "a permutation matrix"),
        Symbol("X_rows", r"\mathbf{X}", "inputs that ask, one row each"),
        Symbol("H_rows", r"\mathbf{H}", "memory that answers, one row each"),
        Symbol("q_t", r"\mathbf{q}_t", "query t, a row of Q"),
        Symbol("k_s", r"\mathbf{k}_s", "key s, a row of K"),
        Symbol("v_s", r"\mathbf{v}_s", "value s, a row of V"),
        Symbol("o_t", r"\mathbf{o}_t", "output of a layer: what query t reads"),
        Symbol("E_rows", r"\mathbf{E}", "scores, one row for each query"),
        Symbol("O_rows", r"\mathbf{O}", "outputs, one row for each query"),
        Symbol("O_head", r"\mathbf{O}_h", "outputs of head h"),
        Symbol("A_rows", r"\mathbf{A}", "weights, one row for each query"),
        Symbol("kernel", "f(q, k)", "a kernel: how much a key counts"),
        Symbol("C_t", "C_t", "what the sum of query t is divided by"),
        Symbol("bandwidth", "h", "width of a Gaussian kernel"),
        Symbol("e_ts", r"e_{t,s}", "score of key s for query t"),
        Symbol("a_ts", r"a_{t,s}", "weight: the softmax of the scores over s"),
        Symbol("Q", r"\mathbf{Q}", "queries, one row each"),
        Symbol("K", r"\mathbf{K}", "keys, one row each"),
        Symbol("V", r"\mathbf{V}", "values, one row each"),
    )
}


def markdown(symbols: dict[str, Symbol]) -> str:
    """The symbols as a Markdown table with the columns code, formula,
    meaning.
    """
    rows = [
        f"| `{s.letter}` | ${s.latex}$ | {s.meaning} |"
        for s in symbols.values()
    ]
    return "\n".join(
        ["| code | formula | meaning |", "| --- | --- | --- |", *rows]
    )


@dataclass(frozen=True)
class Letters:
    """The symbols of one section; a notebook shows them as a folded table."""

    symbols: dict[str, Symbol]

    def __repr__(self) -> str:
        return "Letters used here: " + ", ".join(self.symbols)

    def _repr_markdown_(self) -> str:
        start = "<details><summary>Letters used here</summary>"
        return f"{start}\n\n{markdown(self.symbols)}\n\n</details>"


def letters(*names: str) -> Letters:
    """The symbols with these names in code, in their order, to be shown.

    A name that is both a size and an object (K, V) is written "size K" or
    "object K". Raises ValueError for no name, for a name that the table does
    not have, and for one that it has twice.
    """
    if not names:
        raise ValueError("letters needs the name of at least one symbol")
    return Letters({name: _find(name) for name in names})


def _find(name: str) -> Symbol:
    """The one symbol that has this name."""
    kind, _, letter = name.rpartition(" ")
    tables = {"size": SIZES, "object": OBJECTS}
    searched = tables if not kind else {kind: tables.get(kind, {})}
    found = [table[letter] for table in searched.values() if letter in table]
    if len(found) == 1:
        return found[0]
    if found:
        says = f'say "size {letter}" or "object {letter}"'
        raise ValueError(f"{name!r} is a size and an object: {says}")
    known = sorted({*SIZES, *OBJECTS})
    raise ValueError(f"{name!r} is no symbol of the table, which has {known}")
