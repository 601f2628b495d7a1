"""The drawing of two remedies against overfitting: dropout and label
smoothing.
"""

import torch
from torch.nn import functional as F

from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish

DROPOUT, SMOOTHING = 0.25, 0.1
FEATURES, DROPPED = (3, 6, 9, 12), 1
WORDS, TRUE = ("le", "chien", "court", "mange", "."), 2
"""What a layer adds, and the feature that falls out; the tokens of a small
vocabulary, and the right one. Made up.
"""


def scaled() -> list[float]:
    """What is left of the features: the others grow, so that the mean of many
    draws stays. Srivastava et al. 2014.
    """
    kept = torch.tensor(FEATURES, dtype=torch.float64) / (1 - DROPOUT)
    kept[DROPPED] = 0
    return kept.tolist()


def targets() -> list[list[float]]:
    """The probabilities that are asked for, as they are and smoothed. Szegedy
    et al. 2016, section 7.
    """
    sure = F.one_hot(torch.tensor(TRUE), len(WORDS)).double()
    smooth = (1 - SMOOTHING) * sure + SMOOTHING / len(WORDS)
    return [sure.tolist(), smooth.tolist()]


def remedies() -> Drawing:
    """Features before and after dropout, targets before and after smoothing."""
    card = Canvas(440, 282)
    card.text(220, 16, "dropout", bold=True)
    card.text(170, 48, "a layer's output", anchor="end")
    card.text(170, 108, "added in training", anchor="end")
    for k, (given, left) in enumerate(zip(FEATURES, scaled(), strict=True)):
        x, out = 204 + 52 * k, k == DROPPED
        card.box(x, 48, 40, 26, f"{given:g}", "decoder", corner=3)
        look: Look = {"dash": DASH, "tint": 0} if out else {}
        tone = "muted" if out else "decoder"
        card.box(x, 108, 40, 26, f"{left:g}", tone, corner=3, **look)
        if not out:
            card.arrow((x, 61), (x, 95), "\u00d7 4/3")
    card.text(220, 152, "label smoothing", bold=True)
    for k, word in enumerate(WORDS):
        card.text(186 + 54 * k, 182, word, bold=k == TRUE)
    for y, name, row in zip(
        (208, 250), ("without", "with"), targets(), strict=True
    ):
        card.text(150, y, name, anchor="end")
        for k, p in enumerate(row):
            tint = 0.08 + 0.5 * p
            x = 186 + 54 * k
            card.box(x, y, 48, 28, f"{p:g}", "series3", corner=3, tint=tint)
    smooth = targets()[1]
    return finish(
        card,
        f"""Above, dropout: the features {", ".join(map(str, FEATURES))} of a
        layer's output become {", ".join(f"{n:g}" for n in scaled())}: one is
        set to zero, the others are multiplied by 4/3. Below, label smoothing:
        the probability that is asked for of the right token, {WORDS[TRUE]},
        falls from 1 to {smooth[TRUE]:g}, and each other token gets
        {smooth[0]:g}.""",
        f"""Two remedies against overfitting. Dropout sets features to
        zero at random and enlarges the others, so that their mean over many
        draws stays. Label smoothing asks for a little less than certainty: with
        {SMOOTHING:g} spread over {len(WORDS)} tokens the right one keeps
        {smooth[TRUE]:g}, over the model's 5,000 it keeps
        {1 - SMOOTHING + SMOOTHING / 5000:.2f}. (Numbers made up.)""",
    )
