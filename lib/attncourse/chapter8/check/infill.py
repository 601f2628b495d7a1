"""Text infilling: each span becomes one hidden token."""

from operator import add

from attncourse.checks.exercise import Exercise, Step


def text(tokens, *spans, hidden=9):
    """A text as a list, with spans (begin, length)."""
    return lambda takes: {"tokens": [*tokens], "spans": spans, "hidden": hidden}


def covered(begins, ends):
    pairs = zip(begins, ends, strict=True)
    return {i for begin, end in pairs for i in range(begin, end)}


def written(tokens, gone, places, hidden):
    made = []
    for i, token in enumerate([*tokens, None]):
        made += [hidden] * places.count(i)
        made += [] if i in gone or i == len(tokens) else [token]
    return made


def in_place(tokens, spans, hidden, more):
    """One span after the other, in the list that has changed already."""
    made = [*tokens]
    for begin, length in spans:
        made[begin : begin + length + more] = [hidden]
    return made


def walked(tokens, spans, hidden, after, first=False):
    """From span to span; where the text goes on, says `after`."""
    made, at = [], 0
    for begin, length in spans:
        before = tokens[at:begin]
        made += [hidden, *before] if first else [*before, hidden]
        at = after(at, begin, length)
    return made + tokens[at:]


def draw(chance):
    """A text with spans from left to right."""
    tokens = chance.choices(range(4, 20), k=chance.randint(4, 12))
    spans, begin = [], chance.randint(0, 2)
    while begin < len(tokens):
        length = min(chance.randint(0, 3), len(tokens) - begin)
        spans.append((begin, length))
        begin += length + chance.randint(0, 3)
    return text(tokens, *spans, hidden=chance.randint(20, 30))


exercise = Exercise(
    takes={"tokens": "", "spans": "", "hidden": ""},
    returns=("infilled",),
    steps={
        "begins": Step(
            "",
            lambda spans: [begin for begin, _ in spans],
            "the first position of each span",
        ),
        "lengths": Step("", lambda spans: [length for _, length in spans]),
        "ends": Step(
            "",
            lambda begins, lengths: [*map(add, begins, lengths)],
            "where the text goes on",
        ),
        "gone": Step("", covered, "the positions that are taken out"),
        "places": Step(
            "",
            lambda begins: [*begins],
            "in front of which positions one hidden token goes",
        ),
        "infilled": Step("", written, "the rest, and the hidden tokens"),
    },
    cases={
        "one span of two tokens": text((5, 6, 7), (0, 2)),
        "a span of length 0": text((5, 6, 7), (1, 0)),
        "a span of length 1": text((4, 8, 6), (2, 1), hidden=11),
        "two spans": text((4, 5, 6, 7, 8, 10), (1, 2), (4, 1)),
        "two spans that touch": text((8, 7, 6, 5, 4), (0, 1), (1, 2)),
        "spans that begin at one place": text(
            (5, 6, 7, 8), (1, 0), (1, 2), (3, 0), (3, 0)
        ),
        "lengths 3, 0 and 2": text(range(20, 30), (1, 3), (5, 0), (7, 2)),
        "nothing is hidden": text((5, 6, 7)),
        "everything is hidden": text((5, 6, 7), (0, 3)),
        "hidden tokens at the end": text((5, 6, 7), (1, 1), (3, 0)),
        "the same token twice": text((5, 6, 5, 6, 5), (2, 2)),
    },
    mistakes={
        "a hidden token stands for each token, not for each span": {
            "places": lambda gone: sorted(gone)
        },
        "a hidden token stands for a run of positions that are taken out": {
            "places": lambda gone: [i for i in gone if i - 1 not in gone]
        },
        "a span of length 0 adds no hidden token": {
            "places": lambda spans: [b for b, length in spans if length]
        },
        "a span of length 0 takes a token out": {
            "ends": lambda spans: [b + max(length, 1) for b, length in spans]
        },
        "a span is read as (begin, end), not as (begin, length)": {
            "ends": lambda spans: [end for _, end in spans]
        },
        "a span is one token too long": {
            "infilled": lambda tokens, spans, hidden: in_place(
                tokens, spans[::-1], hidden, 1
            )
        },
        "a span begins where the list has it now, not the text": {
            "infilled": lambda tokens, spans, hidden: in_place(
                tokens, spans, hidden, 0
            )
        },
        "spans that touch share one hidden token": {
            "places": lambda spans: [
                b for b, _ in spans if b not in {a + n for a, n in spans if n}
            ]
        },
        "of two spans that begin at one place, one is lost": {
            "lengths": lambda spans: [*dict(spans).values()],
            "begins": lambda spans: [*dict(spans)],
        },
        "what stands behind the last span is left out": {
            "infilled": lambda tokens, ends, gone, places, hidden: written(
                tokens[: max(ends, default=0)], gone, places, hidden
            )
        },
        "a hidden token stands before the text that leads to its span": {
            "infilled": lambda tokens, spans, hidden: walked(
                tokens, spans, hidden, lambda _, begin, n: begin + n, first=True
            )
        },
        "the text goes on with the last token of a span": {
            "infilled": lambda tokens, spans, hidden: walked(
                tokens, spans, hidden, lambda _, begin, n: begin + n - 1
            )
        },
        "the text goes on as if a span began where the one before it ends": {
            "infilled": lambda tokens, spans, hidden: walked(
                tokens, spans, hidden, lambda at, _, n: at + n
            )
        },
        "no hidden token is put in": {"places": lambda begins: []},
        "nothing is taken out": {"gone": lambda begins: set()},
    },
    draw=draw,
)
