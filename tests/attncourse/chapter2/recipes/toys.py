"""The recipe of chapter 2 in miniature."""

from dataclasses import replace

from attnbook import pretrained
from attnbook.data import phrases
from attncourse.chapter1.recipes.bottleneck import words
from attncourse.chapter2.recipes import align
from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

ALIGN = replace(
    recipes.load("align-phrases"),
    attentions=("dot",),
    state=4,
    width=4,
    pool=100,
    items=6,
    validated=3,
    tested=2,
    tokens=151,
    rates=(0.01,),
    seeds=(1,),
    settings=SHORT,
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
