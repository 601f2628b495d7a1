"""The drawing of a layer normalisation by hand: one word of four features."""

import torch

from attncourse.chapter6.drawings.clocks import written
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish

WORD = (7.0, 1.0, 15.0, 9.0)
"""Four features whose mean and deviation are whole numbers."""
MU, SIGMA = "/\u03bc/_t", "/\u03c3/_t"
NAMES = "*x*_t", f"*x*_t \u2212 {MU}", f"(*x*_t \u2212 {MU}) / {SIGMA}"


def steps() -> list[list[str]]:
    """The word, the same around 0, its squares, the word normalised."""
    x = torch.tensor(WORD, dtype=torch.float64)
    centred = x - x.mean()
    rows = x, centred, centred**2, centred / x.std(correction=0)
    return [written(row.tolist(), int(k == 3)) for k, row in enumerate(rows)]


def by_hand() -> Drawing:
    """From a word to its normalised features, with every number."""
    x, centred, squares, normed = steps()
    numbers = torch.tensor(WORD).mean(), torch.tensor(WORD).std(correction=0)
    mean, deviation = (f"{number.item():g}" for number in numbers)
    terms, D = [" + ".join(row) for row in (x, squares)], len(WORD)
    card = Canvas(440, 306)
    for k, row in enumerate((x, centred, normed)):
        y, colour = 28 + 110 * k, "muted" if k == 1 else "encoder"
        card.text(8, y, NAMES[k], anchor="start")
        card.state(236, y, row, colour, across=True, cell=(52, 30))
    line = f"mean {MU} = ({terms[0]}) / {D} = *{mean}*"
    other = f"deviation {SIGMA} = \u221a(({terms[1]}) / {D}) = *{deviation}*"
    does = f"*subtract {mean}*", f"*divide by {deviation}*"
    for y, said in ((83, f"{line}\n{does[0]}"), (193, f"{other}\n{does[1]}")):
        card.arrow((156, y - 37), (156, y + 37))
        card.text(164, y, said, anchor="start")
    card.text(236, 288, "then times *\u03b3*, plus *\u03b2*, both learned")
    first, less, last = (", ".join(row) for row in (x, centred, normed))
    return finish(
        card,
        f"""One word x_t with the features {first}. Their mean is {mean}. Less
        the mean they are {less}; the mean of their squares, {terms[1]} over
        {D}, has the root {deviation}, the deviation. Divided by it they are
        {last}. Then each is multiplied by a learned gain, and a learned shift
        is added.""",
        f"""The {D} features of one word get mean 0 and deviation 1; no other
        word takes part.""",
    )
