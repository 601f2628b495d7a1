"""The recipe of chapter 2 in miniature."""

from dataclasses import replace

from attnbook import pretrained
from attnbook.data import phrases
from attncourse.chapter1.recipes.bottleneck import words
from attncourse.chapter2.recipes import align
from attncourse.experiments import recipes
from tests.attncourse.chapter1.recipes.toys import FEW, TINY
from tests.attncourse.experiments.toys import Toy

ALIGN = replace(
    recipes.load("align-phrases"),
    attentions=("dot",),
    tokens=151,
    **TINY,
    **FEW,
)


def few_phrases(monkeypatch, workspace):
    """The test phrases are few, and the shipped model is small."""
    few = list(phrases.split("test")[:30])
    monkeypatch.setattr(align, "tested", lambda: few)
    model = ALIGN.built(1, attention="general").eval()
    made = pretrained.Translator(model, words(ALIGN.tokens))
    monkeypatch.setattr(pretrained, "load", lambda _: made)


TOYS = {
    "align-phrases": Toy(
        ALIGN,
        rows={"runs": None, "epochs": 1, "scores": 1, "references": 2},
        prepare=few_phrases,
    ),
}
