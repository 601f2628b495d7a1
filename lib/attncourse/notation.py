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

    The letter in code, its LaTeX, what it counts or holds, the part it plays
    (one of `figures.style.ROLES`, or "none"), and its shape where it has one
    shape in the whole course.
    """

    letter: str
    latex: str
    meaning: str
    role: str = "none"
    shape: str = ""

    @property
    def code(self) -> str:
        """As code writes it: the letter alone for rows in one matrix."""
        return self.letter.removesuffix("_rows").removesuffix("_head")


def _table(text: str) -> dict[str, Symbol]:
    """The symbols by their letters: a line each, `letter | LaTeX | meaning`
    and perhaps `| role | shape`; what is indented goes on with the line above.
    """
    rows = text.strip().replace("\n  ", " ").split("\n")
    symbols = (Symbol(*row.split(" | ")) for row in rows)
    return {symbol.letter: symbol for symbol in symbols}


SIZES = _table("""
B | B | sequences, or images, in a batch
H | H | heads; 1 in a recurrent decoder
T | T | target positions; later, positions of queries
S | S | source positions; later, positions of keys
D | D | dimension of an embedding, of a recurrent state, of a row
K | K | dimension of one key (and of one query) in one head
V | V | dimension of one value in one head
M | M | dimension of one memory vector; features in each cell of an image
A | A | width of the hidden layer inside the additive score
F | F | width of the hidden layer inside a feed-forward layer
N | N | tokens in the vocabulary
L | L | layers or blocks; in a search, the greatest length
P | P | patches of an image
C | C | colours, or features, at each pixel of an image
I | I | rows of the grid that is laid over an image
J | J | columns of that grid; it has S = I J cells
Y | Y | pixels of an image from top to bottom
X | X | pixels of an image from left to right
""")

OBJECTS = _table(r"""
x_i | \mathbf{x}_i | embedding of source token i | encoder | D
h_i | \mathbf{h}_i | encoder state at source position i, a row of the memory |
  encoder | M
h_0 | \mathbf{h}_0 | encoder state before the first token; of an image, the
  vector that an MLP makes of its grid | encoder | M
f | f_\theta | one step of the encoder, a recurrent cell | encoder
f_mlp | f_{\text{mlp}} | an MLP: two linear layers with a ReLU between them |
  encoder
theta | \theta | the parameters of the encoder | encoder
s_t | \mathbf{s}_t | decoder state at step t, from which token t is
  predicted | decoder | D
y_t | \mathbf{y}_t | embedding of target token t | decoder | D
g | g_\psi | one step of the decoder, a recurrent cell | decoder
psi | \psi | the parameters of the decoder | decoder
c | \mathbf{c} | context, the same at every step | value | M
c_t | \mathbf{c}_t | context at step t, a weighted mean | value | M
tau | \tau | temperature of sampling
W | \mathbf{W} | matrix on the input of a recurrent cell, one for each gate
U | \mathbf{U} | matrix on the state of a recurrent cell, one for each gate
b | \mathbf{b} | bias of a recurrent cell, beside W x
b' | \mathbf{b}' | its second bias, beside U h
reset | \mathbf{r}_i | reset gate of a GRU: how much old state the candidate
  sees
update | \mathbf{z}_i | update gate of a GRU: how much of the old state is kept
candidate | \tilde{\mathbf{h}}_i | what a cell would put into its state if no
  gate held it back | encoder
forget | \mathbf{g}^{\text{forget}}_i | forget gate of an LSTM: how much of the
  old cell is kept
enter | \mathbf{g}^{\text{input}}_i | input gate of an LSTM: how much of the
  candidate enters
leave | \mathbf{g}^{\text{output}}_i | output gate of an LSTM: how much of the
  cell leaves
cell | \mathbf{m}_i | cell of an LSTM: what it keeps
e_ti | e_{t,i} | score of source position i at step t
a_ti | a_{t,i} | weight: the softmax of the scores over i | weight
z_ij | \mathbf{z}_{i,j} | features of an image at row i, column j of its grid;
  its memory | encoder | M
e_tij | e_{t,i,j} | score of the cell in row i, column j
a_tij | a_{t,i,j} | weight: the softmax of the scores over all cells i, j |
  weight
W_q | \mathbf{W}_q | query matrix, on a decoder state or a row | query
W_k | \mathbf{W}_k | key matrix, on the memory | key
v | \mathbf{v} | vector of the additive score, from its hidden layer to a number
  | none | A
w_q | \mathbf{w}_q | vector of the linear score, on a query | query
w_k | \mathbf{w}_k | vector of the linear score, on a key | key
W_v | \mathbf{W}_v | matrix that makes values of a memory | value
W_o | \mathbf{W}_o | matrix that mixes what all heads read
P_matrix | \mathbf{P} | a permutation matrix
X_rows | \mathbf{X} | inputs that ask, one row each | none | T D
H_rows | \mathbf{H} | memory that answers, one row each | encoder | S M
q_t | \mathbf{q}_t | query t, a row of Q | query | K
k_s | \mathbf{k}_s | key s, a row of K | key | K
v_s | \mathbf{v}_s | value s, a row of V | value | V
o_t | \mathbf{o}_t | output of a layer: what query t reads | value | V
E_rows | \mathbf{E} | scores, one row for each query | none | T S
O_rows | \mathbf{O} | outputs, one row for each query | value | T V
O_head | \mathbf{O}_h | outputs of head h | value | T V
A_rows | \mathbf{A} | weights, one row for each query | weight | T S
kernel | f(q, k) | a kernel: how much a key counts
C_t | C_t | what the sum of query t is divided by
bandwidth | h | width of a Gaussian kernel
e_ts | e_{t,s} | score of key s for query t
a_ts | a_{t,s} | weight: the softmax of the scores over s | weight
Q | \mathbf{Q} | queries, one row each | query | T K
K | \mathbf{K} | keys, one row each | key | S K
V | \mathbf{V} | values, one row each | value | S V
p_t | \mathbf{p}_t | encoding of position t | none | D
omega_i | \omega_i | frequency of pair i of features, in radians a position
R_k | \mathbf{R}_k | matrix that turns every pair by k positions
d_ts | \mathbf{d}_{s-t} | learned vector of the distance s - t | none | K
x_t | \mathbf{x}_t | word t as a block gets it, a row of X | none | D
mean_t | \mu_t | mean of the features of word t
deviation_t | \sigma_t | standard deviation of the features of word t
gain | \mathbf{\gamma} | learned factor of each feature, after a
  normalisation | none | D
shift | \mathbf{\beta} | learned number added to each feature, after a
  normalisation | none | D
W_1 | \mathbf{W}_1 | first matrix of a feed-forward layer
W_2 | \mathbf{W}_2 | second matrix of a feed-forward layer
b_1 | \mathbf{b}_1 | bias of its hidden layer | none | F
b_2 | \mathbf{b}_2 | bias of its output | none | D
rho | \rho | mean cosine between two words of a sentence
slope | \lambda_h | slope of head h: how fast its scores fall with the distance
y | y_t | token t of a text, as a number
p | p | a probability; of top-p, the share that is kept; of an image, the
  side of a patch in pixels
W_0 | \mathbf{W}_0 | a pretrained matrix, to which low-rank adaptation adds
W_up | \mathbf{W}_{\text{up}} | thin matrix of low-rank adaptation, which
  starts with zeros; Hu et al. call it B
W_down | \mathbf{W}_{\text{down}} | thin matrix before it; Hu et al. call it
  A
alpha | \alpha | scale of low-rank adaptation, divided by its rank
X_patch | \mathbf{X}_{\text{patch}} | patches of an image, one row of numbers
  each
E_patch | \mathbf{E}_{\text{patch}} | matrix that embeds a patch; Dosovitskiy
  et al. call it E
E_pos | \mathbf{E}_{\text{pos}} | learned vectors of the positions, one row
  each | none | T D
x_class | \mathbf{x}_{\text{class}} | class token, a learned vector | none | D
Z_l | \mathbf{Z}_\ell | tokens after block l, the class token first | none |
  T D
A_l | \bar{\mathbf{A}}_\ell | mean of the weights of all heads in block l |
  weight | T T
R | \mathbf{R} | rollout: how much of each token is in each, after all blocks |
  weight | T T
""")


def markdown(symbols: dict[str, Symbol]) -> str:
    """The symbols as a Markdown table with the columns code, formula,
    meaning.
    """
    rows = [
        f"| `{s.code}` | ${s.latex}$ | {s.meaning} |" for s in symbols.values()
    ]
    return "\n".join(
        ["| code | formula | meaning |", "| --- | --- | --- |", *rows]
    )


@dataclass(frozen=True)
class Letters:
    """The symbols of one section; a notebook shows them as a folded table."""

    symbols: dict[str, Symbol]

    def __repr__(self) -> str:
        return "Notation: " + ", ".join(self.symbols)

    def _repr_markdown_(self) -> str:
        start = "<details><summary>Notation</summary>"
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
