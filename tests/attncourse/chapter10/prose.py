"""Numbers that stand in sentences about chapter 10: a page, a sentence with
gaps, and what stands in each.
"""

import torch

from attnbook.models import language_model
from attnbook.models.gpt2 import GPT2
from attncourse.experiments import recipes, results
from attncourse.front.live.scaling import GPT

PAGE = "chapters/10_language_models.ipynb"
OWN_TEXT = "chapters/exercises/10_own_text.ipynb"
OWN = recipes.load("text")
CAPTIONS = recipes.load("lm-captions")
CAPSTONE = results.load("capstone")
SCORES = CAPSTONE.table("scores")


def public() -> float:
    """Parameters of the smallest GPT-2, in millions."""
    sizes = language_model.Config(50_257, 768, 12, 4 * 768, 12, **GPT)
    with torch.device("meta"):
        model = GPT2(sizes, 1e-5)
    return sum(p.numel() for p in model.parameters()) / 1e6


SENTENCES = [
    (
        "README.md",
        "reaches {:.1f} bits per byte in {:.0f} minutes on one processor; xz "
        "needs {:.1f}.",
        *(SCORES.mean("bits"), SCORES.mean("processor") / 60),
        CAPSTONE.value("xz_bits"),
    ),
    (PAGE, "Its smallest version has {:.0f} million parameters", public()),
    (
        PAGE,
        "opening figure ({} blocks of dimension {})",
        *(CAPTIONS.model.layers, CAPTIONS.model.width),
    ),
    (
        OWN_TEXT,
        "{} blocks of dimension {}, up to {} epochs",
        *(OWN.model.layers, OWN.model.width, OWN.settings.epochs),
    ),
]
