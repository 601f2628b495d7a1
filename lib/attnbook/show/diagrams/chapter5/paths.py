"""The drawing of two ways from the first word to the last."""

from attnbook.show.diagrams.canvas import Box, Canvas, Look
from attnbook.show.diagrams.drawing import Drawing, finish
from attnbook.show.diagrams.letters import Number

T = 5
"""How many words there are."""
PLACES = tuple(48 + 86 * t for t in range(T))
"""How far right the words stand."""
COUNTED = ("no", "one", "two", "three", "four", "five", "six")
FAR: Look = {"width": 4}
"""How the arrows look that lead from word 1 to word T."""


def recurrent(T: int = T) -> list[tuple[int, int]]:
    """From which state to which the arrows lead that reach the last word."""
    return [(t, t + 1) for t in range(1, T)]


def attentive(T: int = T) -> list[tuple[int, int]]:
    """From which word to which the last word reads."""
    return [(s, T) for s in range(1, T + 1)]


def steps(arrows: list[tuple[int, int]], start: int, end: int) -> int:
    """How many arrows lie one after the other between two words, at least."""
    reached, count = {start}, 0
    while end not in reached:
        reached = {to for one, to in arrows if one in reached}
        count += 1
    return count


def paths() -> Drawing:
    """A recurrence above, self-attention below."""
    slow, fast = (
        COUNTED[steps(arrows, 1, T)] for arrows in (recurrent(), attentive())
    )
    card = Canvas(440, 354)
    card.text(10, 18, "recurrence", anchor="start", bold=True)
    chain(card, 70)
    card.text(10, 152, "self-attention", anchor="start", bold=True)
    reading(card, 222, 308)
    return finish(
        card,
        f"""Five words, twice. Above, a recurrence: each word has a state, h_1
        to h_{T}, and an arrow leads from each state to the next. From word 1 to
        word {T} these are {slow} steps, which are counted. Below,
        self-attention: from each of the {COUNTED[T]} words, x_1 to x_{T}, an
        arrow leads to the output o_{T}. From word 1 it is {fast} step.""",
        f"""From word 1 to word {T}: {slow} steps one after the other through a
        recurrence, {fast} step in self-attention.""",
    )


def chain(card: Canvas, y: Number) -> None:
    """States that follow each other."""
    states = words(card, y, "h")
    for one, other in recurrent():
        before, after = states[one - 1], states[other - 1]
        card.arrow(before, after, colour="encoder", **FAR)
        card.text((before.x + after.x) / 2, y - 16, f"{one}")


def reading(card: Canvas, high: Number, low: Number) -> None:
    """The output of the last word, which reads every word."""
    rows = words(card, low, "x")
    output = card.box(PLACES[-1], high, 44, 84, f"*o*_{T}", "value")
    for s, _ in attentive():
        one, far = rows[s - 1], 1.2 * (2 * s - T) / T
        look: Look = FAR if s == 1 else {"width": 2.4}
        end = output.at(-1, far) if s < T else output.bottom
        turns = [(one.x, end[1])] if s < T else []
        card.arrow(one.top, end, via=turns, colour="value", **look)
        if s == 1:
            card.text(PLACES[T // 2], end[1] - 16, "1")


def words(card: Canvas, y: Number, letter: str) -> list[Box]:
    """A vector for each word."""
    found = []
    for t, x in enumerate(PLACES, start=1):
        card.text(x, y + 30, f"word {t}", colour="muted")
        found.append(card.box(x, y, 44, 32, f"*{letter}*_{t}", "encoder"))
    return found
