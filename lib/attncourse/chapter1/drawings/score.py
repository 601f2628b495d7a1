"""The drawing of a score: how BLEU counts."""

from attncourse import spec
from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish

REFERENCE = ("un", "chat", "noir", "dort", "bien")
OUTPUT = ("un", "chat", "noir", "dort", "ici")


def bleu() -> Drawing:
    """The runs of one to four words that an output shares."""
    card = Canvas(440, 330)
    places = [104.0 + 58 * i for i in range(len(OUTPUT))]
    for at, name, words in (
        (24, "reference", REFERENCE),
        (64, "output", OUTPUT),
    ):
        card.text(70, at, name, anchor="end", colour="muted")
        for x, word, other in zip(places, words, REFERENCE, strict=True):
            lost: Look = {"dash": DASH} if word != other else {}
            colour = "decoder" if words is OUTPUT else "muted"
            card.token(x, at, word, colour, w=52, **lost)
    said: list[str] = []
    y = 104.0
    for n in range(1, 5):
        runs = [OUTPUT[i : i + n] for i in range(len(OUTPUT) - n + 1)]
        known = spec.ngrams(REFERENCE, n)
        for i, run in enumerate(runs):
            middle = (places[i] + places[i + n - 1]) / 2
            hit = run in known
            look: Look = {"tint": 0.35} if hit else {"tint": 0.0, "dash": DASH}
            colour = "key" if hit else "muted"
            card.box(
                middle, y + 11 * (i % n), 58 * n - 14, 8, "", colour, **look
            )
        row = y + 11 * (n - 1) / 2
        card.text(70, row, f"{n} word{'s' * (n > 1)}", anchor="end")
        hits = sum(run in known for run in runs)
        card.text(400, row, f"{hits} of {len(runs)}")
        said.append(f"{hits} of {len(runs)}")
        y += 11 * n + 24
    score = spec.bleu([OUTPUT], [REFERENCE])
    shares = " \u00b7 ".join(text.replace(" of ", "/") for text in said)
    card.text(220, y + 6, f"({shares})^{{1/4}} = {score / 100:.2f}", bold=True)
    return finish(
        card,
        f"""The output {" ".join(OUTPUT)} below the reference
        {" ".join(REFERENCE)}. Bars below mark its runs of one, two, three and
        four words; filled ones occur in the reference: {", ".join(said)}. The
        fourth root of the product is {score / 100:.2f}.""",
        f"""BLEU by hand. Filled runs of words occur in the reference, too. The
        score, {score:.0f}, is 100 times the fourth root of the product of the
        four shares.""",
    )
