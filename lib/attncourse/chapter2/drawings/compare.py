"""Drawings of two things side by side: scores, wirings, orders."""

from attncourse.chapter1.drawings.recurrent import states as unrolled
from attncourse.chapter2.drawings.step import SCORES, STATES, read
from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish


def additive_and_linear() -> Drawing:
    """The additive score is a small network, the linear one only a sum."""
    card = Canvas(440, 424)
    panels = (
        (
            112,
            "additive",
            ("*W*_q", "*W*_k"),
            "query and key meet\nin the tanh",
        ),
        (
            328,
            "linear",
            ("*w*_q", "*w*_k"),
            "the same for each /i/:\nit cancels",
        ),
    )
    for x, name, maps, said in panels:
        look: Look = {"dash": DASH} if name == "linear" else {}
        asks = card.box(x - 52, 314, 66, 38, "*s*_{t-1}", "decoder")
        key = card.box(x + 52, 314, 66, 38, "*h*_i", "encoder")
        one = card.box(x - 52, 246, 52, 34, maps[0], "query", **look)
        two = card.box(x + 52, 246, 52, 34, maps[1], "key")
        plus = card.circle(x, 196, 15, "+", tint=0.06, size=19)
        end = card.box(x, 62, 58, 34, "/e/_{t,i}", tint=0.06)
        way = [plus, end]
        if name == "additive":
            bent = card.box(x, 150, 66, 30, "tanh", tint=0.06)
            way[1:1] = [
                bent,
                card.box(x, 106, 52, 30, "*v*^{\u22a4}", tint=0.06),
            ]
        card.arrow(asks, one, **look)
        card.arrow(one, plus, via=[(one.x, 196)], **look)
        card.arrow(key, two)
        card.arrow(two, plus, via=[(two.x, 196)])
        card.chain(way)
        card.text(x, 20, name, bold=True)
        card.text(x - 52 * (name == "linear"), 366, said)
    return finish(
        card,
        """Two scores. Additive: W_q times the decoder state plus W_k times the
        encoder state, then tanh, then the product with v. Linear: one number
        from the decoder state plus one number from the encoder state, without
        a tanh.""",
        """Two ways to get from a decoder state and an encoder state to a score.
        In the linear score $\\mathbf{s}_{t-1}$ (dashed) adds the same number to
        the score of each $i$, so the softmax cancels it. In the additive score
        both states go through one tanh, and the weights depend on both.""",
    )


def wirings() -> Drawing:
    """Who asks, and where the context goes: Bahdanau and Luong."""
    card = Canvas(440, 326)
    for x, name in ((0, "Bahdanau"), (226, "Luong")):
        luong = name == "Luong"
        card.text(x + 107, 18, name, bold=True)
        memory = card.box(x + 107, 60, 150, 32, "*h*_1 ... *h*_S", "encoder")
        looks = card.box(x + 107, 124, 120, 36, "attention", "value")
        before = card.box(x + 58, 216, 66, 38, "*s*_{t-1}", "decoder")
        after = card.box(x + 152, 216, 66, 38, "*s*_t", "decoder")
        out = card.box(x + 152, 290, 76, 34, "output", tint=0.05)
        card.arrow(memory, looks)
        card.arrow(before, after)
        card.arrow(after, out)
        asks = x + (152 if luong else 58)
        look: Look = {"colour": "query", "width": 2.6}
        card.arrow((asks, 197), (asks, 142), "asks", **look)
        look = {"colour": "value", "width": 4.0}
        if luong:
            turns = [(x + 206, 124), (x + 206, 290)]
            card.arrow(looks, out, via=turns, **look)
            card.note(x + 206, 216, "*c*_t")
        else:
            card.arrow((x + 152, 142), (x + 152, 197), "*c*_t", **look)
    return finish(
        card,
        """Two wirings of the same parts. Bahdanau: the old decoder state s(t-1)
        asks, and the context enters the recurrence, which makes s(t). Luong:
        the new state s(t) asks, and the context goes to the output only.""",
        """Bahdanau's wiring and Luong's. They differ in which state asks and
        where the context goes: into the recurrence, or past it to the output.
        (Bahdanau's output reads the context too; not drawn.)""",
    )


def shuffles() -> Drawing:
    """Shuffled states leave the context; shuffled words change states."""
    card, contexts, states = Canvas(440, 430), [], []
    card.text(12, 18, "shuffle the states", anchor="start", bold=True)
    for left, order in ((12, (0, 1, 2)), (244, (2, 0, 1))):
        weights, context = read(
            tuple(SCORES[i] for i in order), tuple(STATES[i] for i in order)
        )
        contexts.append([f"{value:.3f}" for value in context])
        row = card.state(
            left + 92, 180, contexts[-1], "value", across=True, cell=(58, 30)
        )
        for k, (i, weight) in enumerate(zip(order, weights, strict=True)):
            x = left + 28 + 64 * k
            column = [f"{value:g}" for value in STATES[i]]
            box = card.state(x, 84, column, "encoder", cell=(34, 26))
            card.text(x, 46, f"*h*_{i + 1}")
            look: Look = {"colour": "value", "width": 1.5 + 9 * weight}
            card.arrow(box, (left + 92 + 20 * (k - 1), row.top[1]), **look)
    card.text(220, 84, "\u2192", size=20)
    card.text(220, 180, "=", size=20)
    card.text(12, 244, "shuffle the words", anchor="start", bold=True)
    for left, words in ((12, (1.0, 0.0, 2.0)), (244, (2.0, 1.0, 0.0))):
        states.append([f"{value:.2f}" for value in unrolled(words)[1:]])
        places = [left + 28 + 64 * k for k in range(3)]
        cells = [
            card.state(x, 302, [value], "encoder", cell=(50, 34))
            for x, value in zip(places, states[-1], strict=True)
        ]
        for x, word, cell in zip(places, words, cells, strict=True):
            card.arrow(card.token(x, 374, f"{word:g}", w=36, h=30), cell)
        card.chain(cells)
    card.text(220, 374, "\u2192", size=20)
    card.text(220, 302, "\u2260", size=20)
    card.text(104, 412, "words 1, 0, 2", colour="muted")
    card.text(336, 412, "words 2, 1, 0", colour="muted")
    return finish(
        card,
        f"""Above: three states and their weights in two orders give the same
        context ({", ".join(contexts[0])}). Below: the words 1, 0, 2 give the
        states {", ".join(states[0])}, the same words as 2, 1, 0 give
        {", ".join(states[1])}.""",
        """Attention sees a set: the same states in another order give the same
        context. A recurrent encoder sees a sequence: the same words in another
        order give other states (here with the cell of chapter 1). So the order
        is in the states.""",
    )
