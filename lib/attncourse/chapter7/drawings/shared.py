"""The drawing of which numbers share one mean, with which norm."""

import torch
from torch import Tensor

from attncourse.chapter6.drawings.clocks import written
from attncourse.chapter7.drawings.norm import WORD
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish

BATCH = (
    (WORD, (4.0, 8.0, 12.0, 6.0), (9.0, 3.0, 5.0, 5.0)),
    ((2.0, 5.0, 1.0, 8.0), (8.0, 2.0, 6.0, 4.0), (0.0, 0.0, 0.0, 0.0)),
)
"""Two sentences of three words, made up; the last word is padding."""
WORDS = (("we", "like", "tea"), ("we", "go", "(pad)"))
PANELS: dict[str, tuple[str, tuple]] = {
    "layer norm": ("one word", (0, 0)),
    "batch norm": ("one feature", (..., 0)),
    "as for images": ("one sentence", (0,)),
}
"""Who shares one mean and one variance, and where it stands in the batch."""
LEFT, APART, W, H = 114, 133, 28, 26


def shares(panel: str) -> Tensor:
    """The numbers that share one mean."""
    return torch.tensor(BATCH)[PANELS[panel][1]].flatten()


def shared() -> Drawing:
    """The same batch three times, what shares one mean lit."""
    card = Canvas(440, 310)
    for k, panel in enumerate(PANELS):
        batch(card, LEFT + APART * k, panel)
    for b, line in enumerate(WORDS):
        for t, word in enumerate(line):
            y = 78 + 104 * b + H * (t - 1)
            card.text(50, y, word, anchor="end")
    word, feature, sentence = (f"{shares(p).mean().item():g}" for p in PANELS)
    real = f"{shares('batch norm')[:-1].mean().item():g}"
    card.text(LEFT + APART, 294, f"({real} without the padding)")
    return finish(
        card,
        f"""Two sentences of three words with four features each; the last word
        is padding, all zeros. Drawn three times, the numbers lit that share one
        mean and variance. Layer norm: the features of one word, mean {word}.
        Batch norm: one feature of all words of both sentences, padding
        included, mean {feature}, without the padding {real}. As for images: all
        features of all words of one sentence, mean {sentence}.""",
        """Layer norm takes the features of one word, batch norm one feature
        of all words, so padding moves its mean. As drawn for images, layer norm
        would mix positions.""",
    )


def batch(card: Canvas, x: int, panel: str) -> None:
    """Both sentences, with what one panel shares."""
    who, where = PANELS[panel]
    lit = torch.zeros(torch.tensor(BATCH).shape, dtype=torch.bool)
    lit[where] = True
    card.text(x, 18, panel, bold=True)
    for b, t, d in torch.cartesian_prod(*map(torch.arange, lit.shape)).tolist():
        on, (number,) = lit[b, t, d], written([BATCH[b][t][d]], 0)
        at = x + W * (d - 1.5), 78 + 104 * b + H * (t - 1)
        look: Look = {"tint": 0.4 if on else 0.03, "corner": 3}
        card.box(*at, W, H, number, "series3" if on else "rule", **look)
    said = len(shares(panel)), shares(panel).mean().item()
    card.text(x, 256, f"*{who}*\n{said[0]} numbers\nmean {said[1]:g}")
