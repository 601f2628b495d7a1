"""Drawings of recurrent networks: steps, patterns, gates."""

import math
from itertools import accumulate

from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

INPUTS = (1.0, 0.0, 2.0)
INPUT_WEIGHT, STATE_WEIGHT = 0.5, 1.0


def states(inputs: tuple[Number, ...]) -> list[Number]:
    """h_i = tanh(0.5 x_i + 1 h_{i-1}) from h_0 = 0, with h_0."""

    def step(h: Number, x: Number) -> Number:
        return math.tanh(INPUT_WEIGHT * x + STATE_WEIGHT * h)

    return list(accumulate(inputs, step, initial=0.0))


def recurrence() -> Drawing:
    """The example by hand: three inputs, one cell, three states."""
    card, h = Canvas(440, 262), states(INPUTS)
    card.text(220, 26, "/h/_i = tanh(0.5 /x/_i + 1 /h/_{i-1})", size=17)
    before = card.state(44, 112, ["0"], "encoder", cell=(40, 38))
    card.text(44, 146, "/h/_0")
    for t, x in enumerate(INPUTS, 1):
        at = 44 + 117 * t
        total = INPUT_WEIGHT * x + STATE_WEIGHT * h[t - 1]
        cell = card.state(at, 112, [f"{h[t]:.2f}"], "encoder", cell=(58, 38))
        word = card.box(at, 214, 40, 34, f"{x:g}", tint=0.05, corner=4)
        card.text(at, 76, f"tanh({total:.2f})", colour="muted")
        card.text(at - 18, 146, f"/h/_{t}")
        card.text(at, 244, f"/x/_{t}")
        card.arrow(before, cell)
        card.arrow(word, cell)
        middle = (before.right[0] + cell.left[0]) / 2 - 4
        card.text(middle, 97, f"\u00d7 {STATE_WEIGHT:g}")
        card.text(at + 25, 166, f"\u00d7 {INPUT_WEIGHT:g}")
        before = cell
    shown = ", ".join(f"{value:.4f}" for value in h[1:])
    return finish(
        card,
        f"""A recurrent network unrolled over the inputs 1, 0, 2. Each step
        adds half of the input to the previous state and takes the tanh. From 0
        the states become {shown}.""",
        """One cell, three steps. The second input is 0, but the second state
        is not: it remembers the 1.""",
    )


def patterns() -> Drawing:
    """When a recurrent network reads and when it answers."""
    card = Canvas(440, 366)
    shapes = (
        ("one to one", 62, 0, (0,), (0,), 1),
        ("one to many", 206, 0, (0,), (0, 1, 2), 3),
        ("many to one", 362, 0, (0, 1, 2), (2,), 3),
        ("many to many,\nat once", 98, 182, (0, 1, 2), (0, 1, 2), 3),
        ("many to many,\nafter", 316, 182, (0, 1, 2), (2, 3, 4), 5),
    )
    for name, x, y, reads, answers, count in shapes:
        places = [x + 42 * (k - (count - 1) / 2) for k in range(count)]
        cells = [card.box(at, y + 74, 28, 28, "", "encoder") for at in places]
        card.chain(cells)
        for k in reads:
            card.arrow(card.token(places[k], y + 124, "", w=28, h=18), cells[k])
        for k in answers:
            box = card.token(places[k], y + 24, "", "decoder", w=28, h=18)
            card.arrow(cells[k], box)
        card.text(x, y + 152 + 9 * name.count("\n"), name)
    return finish(
        card,
        """Five small networks. One to one: an input, a cell, an output. One to
        many: one input, three outputs. Many to one: three inputs, an output
        after the last. Many to many, at once: an output for each input. Many
        to many, after: three inputs, then three outputs.""",
        """Five patterns with one cell (blue): they differ in when the network
        reads (below) and when it writes (above).""",
    )


def gate(old: Number = 0.8, new: Number = -0.4) -> Drawing:
    """The update gate mixes the state before and the candidate."""
    card = Canvas(440, 344)
    mixed = [z * old + (1 - z) * new for z in (0.9, 0.1)]
    for y, z, value in ((84, 0.9, mixed[0]), (256, 0.1, mixed[1])):
        before = card.box(60, y - 38, 56, 34, f"{old:g}", "encoder")
        fresh = card.box(60, y + 38, 56, 34, f"{new:g}".replace("-", "\u2212"))
        valve = card.circle(262, y, 17, "+", tint=0.06, size=20)
        after = card.box(
            382, y, 64, 34, f"{value:.2f}".replace("-", "\u2212"), "encoder"
        )
        for start, share, side in ((before, z, -1), (fresh, 1 - z, 1)):
            turn = [(262, start.y)]
            card.arrow(start, valve, via=turn, colour="muted", width=10 * share)
            label = "/z/" if side < 0 else "1 \u2212 /z/"
            card.text(170, start.y + 19 * side, f"{label} = {share:.1f}")
        card.arrow(valve, after, colour="muted", width=10)
        card.text(60, y - 70, "*h*_{i-1}, old state", anchor="middle")
        card.text(60, y + 70, "candidate")
        card.text(382, y - 32, "*h*_i, new state")
    return finish(
        card,
        f"""Twice, a valve joins two pipes into one. With z = 0.9 the pipe of
        the old state {old} is wide and the candidate's, {new}, is narrow: the
        new state is {mixed[0]:.2f}. With z = 0.1 it is the other way round: the
        new state is {mixed[1]:.2f}.""",
        """Where the update gate $z$ is near 1, the old state is kept; where it
        is near 0, the candidate replaces it.""",
    )
