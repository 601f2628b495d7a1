"""What it takes to train a model of a real size on many accelerators: a figure
of the page on scaling.
"""

from dataclasses import dataclass
from typing import Any

import traitlets

from attnbook import costs
from attnbook.models import language_model, transformer, vit
from attncourse.figures import plots
from attncourse.live.base import Choice, LiveFigure, small

LLAMA: dict[str, Any] = {
    "normalisation": "rms",
    "feed_forward": "swiglu",
    "positions": "rotary",
    "bias": False,
}


@dataclass(frozen=True)
class Known:
    """A model that others have trained, and what they say of it: sequences,
    pairs or images that it read, and what they ran on.
    """

    label: str
    config: Any
    lengths: tuple[int, ...]
    read: float
    parameters: float
    hours: float = 0.0  # of all chips, or of their cores
    peak: float = 0.0  # operations a second of one of these
    source: str = ""
    untied: int = 0  # parameters of an output matrix of its own
    chip: str = "chip"
    reads: str = "tokens"


GPT: dict[str, Any] = {
    "positions": "learned",
    "context": 1024,
    "feed_forward": "gelu",
}
MODELS = (
    Known(
        "Transformer (big)",
        transformer.Config(37000, 1024, 16, 4096, 6, 6),
        (25, 25),
        300_000 * 25_000 / 25,
        213e6,
        8 * 3.5 * 24,
        9.5e12,
        "Vaswani et al. 2017",
        reads="target tokens",
    ),
    Known(
        "GPT-2 (XL)",
        language_model.Config(50257, 1600, 25, 6400, 48, **GPT),
        (1024,),
        20 * 1.558e9 / 1024,
        1558e6,
        source="Radford et al. 2019, as released",
    ),
    Known(
        "LLaMA (7 billion)",
        language_model.Config(32000, 4096, 32, 11008, 32, **LLAMA),
        (2048,),
        1e12 / 2048,
        6.7e9,
        82_432,
        312e12,
        "Touvron et al. 2023",
        untied=32000 * 4096,
    ),
    Known(
        "ViT-H/14",
        vit.Config(224, 14, 3, 1000, 1280, 16, 5120, 32),
        (),
        14 * 303e6,
        632e6,
        2500 * 24,
        61.5e12,
        "Dosovitskiy et al. 2021",
        chip="core",
        reads="patches",
    ),
)
CHIPS = tuple(
    dict(zip(("label", "peak", "memory", "near", "far"), chip, strict=True))
    for chip in (
        ("A100", 312e12, 80e9, 300e9, 25e9),
        ("H100", 989e12, 80e9, 450e9, 50e9),
    )
)
"""Operations a second in bfloat16, bytes, and bytes a second that it sends to
chips of its machine and over its own link to others (NVIDIA's data sheets; 200
and 400 Gbit/s).
"""
OPTIMIZERS = "replicated", "sharded"
USED = 0.4  # of the peak: what a good training gets
MOST = 10, 8  # the largest powers of 2: accelerators, sequences on each


class LiveScaling(LiveFigure):
    """Choose a model, a chip, how many, how much each reads in a step, and who
    keeps the optimizer: what fills the memory of one, how long it computes, and
    how long it sends gradients.
    """

    models: Any = traitlets.List(read_only=True)
    chips: Any = traitlets.List(list(CHIPS), read_only=True)
    used = traitlets.Float(USED, read_only=True)
    optimizers: Any = traitlets.List(list(OPTIMIZERS), read_only=True)
    most: Any = traitlets.List(list(MOST), read_only=True)
    which = Choice(len(MODELS), 2)
    chip = Choice(len(CHIPS))
    accelerators = Choice(MOST[0] + 1, 3)
    each = Choice(MOST[1] + 1)
    split = Choice(len(OPTIMIZERS))

    def __init__(self, **traits: Any) -> None:
        self.set_trait("models", [_sized(one) for one in MODELS])
        super().__init__(**traits)

    def still(self) -> plots.Figure:
        """Bytes that the weights and their optimizer need, by model."""
        needed = [16 * one["parameters"] / 1e9 for one in self.models]
        return small(
            plots.bars(
                [one["label"] for one in self.models],
                {"weights, gradients and Adam": needed},
                "model",
                "GB",
                alt="Memory each model needs before reading any input.",
            )
        )


def _sized(one: Known) -> dict[str, Any]:
    """What the page computes with: all of one sequence."""
    single, double = (costs.costs(one.config, n, *one.lengths) for n in (1, 2))
    return {
        "told": _told(one, single.operations),
        "label": one.label,
        "read": one.read,
        "tokens": one.lengths[0] if one.lengths else one.config.grid**2,
        "reads": one.reads,
        "parameters": single.parameters + one.untied,
        "operations": single.operations,
        "kept": double.kept - single.kept,
        "masks": 2 * single.kept - double.kept,
    }


def _told(one: Known, operations: float) -> str:
    """What others say of it, beside what is counted here."""
    text = f"{one.source}: {one.parameters / 1e6:,.0f} million parameters"
    if not one.hours:
        return f"{text}; we assume 20 tokens per parameter."
    share = 3 * operations * one.read / (one.hours * 3600 * one.peak)
    return (
        f"{text}, {one.hours:,.0f} {one.chip} hours. By our count the "
        f"{one.chip}s ran at {share:.0%} of {one.peak / 1e12:g} TFLOPS."
    )


scaling = LiveScaling
