"""The drawing of the layer: its matrices and their sizes."""

from attncourse.drawing.canvas import Box, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.grid import grid
from attncourse.drawing.letters import Number

SIZES = {"T": 3, "S": 5, "D": 7, "M": 6, "K": 2, "V": 4}
KEYS, QUERIES = 64, 240
"""How far down the S rows and the T rows stand."""


def matrix(
    card: Canvas,
    x: Number,
    y: Number,
    sides: str,
    colour: str,
    lit: bool = False,
) -> Box:
    """A matrix in proportion, its second row lit if asked; `sides` are the
    letters of its rows and its columns.
    """
    rows, columns = (SIZES[letter] for letter in sides)
    row = 1 if lit else None
    return grid(card, x, y, (rows, columns), colour, row=row)


def layer() -> Drawing:
    """From T queries and S rows of memory to T rows of output."""
    card = Canvas(440, 352)
    memory_rows(card)
    query_rows(card)
    return finish(
        card,
        """The layer as matrices. Above, S rows: the memory, S x M, times W_k
        becomes the keys K, S x K, and times W_v the values V, S x V. Below, T
        rows: X, T x D, times W_q becomes the queries Q, T x K; with the keys,
        transposed, the scores, T x S; a softmax of each row makes the weights,
        T x S; times the values they are the output, T x V.""",
        """The layer and its sizes, as in the code below. The row in full
        colour is one query.""",
    )


def memory_rows(card: Canvas) -> None:
    """Keys and values, both of the memory: S rows."""
    y = KEYS
    card.box(298, y, 276, 112, "", "muted", tint=0.07, outline=False)
    memory = matrix(card, 296, y, "SM", "encoder")
    k = matrix(card, 214, y, "SK", "key")
    v = matrix(card, 390, y, "SV", "value")
    card.arrow(memory, k)
    card.arrow(memory, v)
    for x, name in ((242, "k"), (349, "v")):
        card.text(x, y - 16, f"*W*_{name}")
    for x, size in ((214, "K"), (296, "M"), (390, "V")):
        card.text(x, y - 42, f"/{size}/")
    for x in (178, 426):
        card.text(x, y, "/S/")
    for x, name in ((198, "*K*"), (296, "memory *H*"), (375, "*V*")):
        card.text(x, y + 42, name)
    card.text(12, y, "/S/ rows: a key and\na value for each", anchor="start")


def query_rows(card: Canvas) -> None:
    """From X to the output: T rows."""
    y = QUERIES
    card.box(220, y, 432, 88, "", "muted", tint=0.07, outline=False)
    row = [
        matrix(card, x, y, f"T{size}", colour, lit=True)
        for x, size, colour in (
            (66, "D", "decoder"),
            (154, "K", "query"),
            (214, "S", "muted"),
            (304, "S", "weight"),
            (390, "V", "value"),
        )
    ]
    card.chain(row)
    turned = matrix(card, 214, 158, "KS", "key")
    card.text(172, 158, "*K*^{\u22a4}")
    card.arrow((214, KEYS + 30), turned, colour="key", width=2.4)
    card.arrow(turned, row[2], colour="key", width=2.4)
    card.arrow((390, KEYS + 30), row[4], colour="value", width=2.4)
    card.text(123, y - 16, "*W*_q")
    for x, size in ((66, "D"), (154, "K"), (231, "S"), (304, "S"), (406, "V")):
        card.text(x, y - 30, f"/{size}/")
    for x in (14, 426):
        card.text(x, y, "/T/")
    names = ("*X*", "*Q*", "scores", "weights", "output *O*")
    for box, name in zip(row, names, strict=True):
        card.text(box.x, y + 30, name)
    card.text(12, 172, "/T/ rows: one\nfor each query", anchor="start")
    card.brace(144, 240, y + 54, "*Q**K*^{\u22a4} / \u221a/K/")
    card.brace(246, 332, y + 54, "softmax")
    card.text(289, y + 92, "of each row")
    card.brace(338, 414, y + 54, "times *V*")
