"""The drawing of self-attention: one matrix goes in three times."""

from attncourse.drawing.canvas import Box, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.grid import grid
from attncourse.drawing.letters import Number

SIZES = {"T": 4, "D": 6, "K": 3, "V": 5}
LIT = 1
"""The row that is lit from the input to the output."""
LANES: dict[str, Number] = {"q": 70, "k": 174, "v": 278}
"""How far down queries, keys and values stand."""
OF = {"q": ("query", "K"), "k": ("key", "K"), "v": ("value", "V")}


def matrix(
    card: Canvas, x: Number, y: Number, sides: str, colour: str, lit: bool
) -> Box:
    """A matrix whose sides are letters of SIZES."""
    rows, columns = (SIZES[letter] for letter in sides)
    row = LIT if lit else None
    return grid(card, x, y, (rows, columns), colour, row=row)


def self_attention() -> Drawing:
    """From X to the output, by way of queries, keys and values."""
    card = Canvas(440, 332)
    x = matrix(card, 52, LANES["k"], "TD", "encoder", True)
    made = {name: lane(card, x, name) for name in LANES}
    middle = (LANES["q"] + LANES["k"]) / 2
    scores = matrix(card, 318, middle, "TT", "muted", True)
    weights = matrix(card, 392, middle, "TT", "weight", True)
    output = matrix(card, 392, LANES["v"], "TV", "value", True)
    for name, colour in (("q", "query"), ("k", "key")):
        turn = [(scores.x, LANES[name])]
        card.arrow(made[name], scores, via=turn, colour=colour, width=2.4)
    card.arrow(scores, weights)
    card.arrow(weights, output)
    card.arrow(made["v"], output, colour="value", width=2.4)
    card.text(x.x, x.y - 36, "/D/")
    card.text(8, x.y, "/T/")
    card.text(x.x, x.y + 38, "*X*")
    card.text(289, middle, "scores", anchor="end")
    card.text(378, middle - 52, "softmax of\neach row")
    card.text(387, middle + 38, "weights", anchor="end")
    card.note(weights.x, 208, "times *V*")
    card.text(412, output.y - 36, "/V/")
    card.text(431, output.y, "/T/")
    card.text(output.x, output.y + 38, "output")
    return finish(
        card,
        """The same X, T x D, goes three ways: times W_q it becomes the queries
        Q, times W_k the keys K, both T x K, times W_v the values V, T x V.
        Queries and keys make the scores, T x T; a softmax of each row makes the
        weights, T x T; the weights times V are the output, T x V. One row is
        lit in X, Q, scores, weights and output.""",
        f"""One input, used three times, so the weights form a square,
        T \u00d7 T. Drawn for T = {SIZES["T"]} words.""",
    )


def lane(card: Canvas, x: Box, name: str) -> Box:
    """X times one of the three matrices."""
    y, (colour, width) = LANES[name], OF[name]
    learned = matrix(card, 146, y, f"D{width}", colour, False)
    turns = [] if y == x.y else [(x.right[0] + 14, x.y), (x.right[0] + 14, y)]
    card.arrow(x.right if turns else x, learned, via=turns)
    made = matrix(card, 226, y, f"T{width}", colour, name == "q")
    card.arrow(learned, made)
    card.text(146, y - 48, f"*W*_{name}")
    card.text(226, y - 38, f"/{width}/")
    card.text(226, y + 38, f"*{name.upper()}*")
    return made
