"""The recipe of chapter 2 in miniature."""

from dataclasses import replace
from functools import cache

from attnbook import pretrained
from attnbook.data import phrases
from attncourse.chapter2.recipes import align
from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT, Toy

FEW = {name: phrases.split(name)[:30] for name in phrases.SPLITS}
ALIGN = replace(
    recipes.load("align-phrases"),
    wirings=("luong",),
    attentions=("none", "dot"),
    seeds=(1, 2),
    model=replace(recipes.load("align-phrases").model, vocabulary=151),
    settings=SHORT,
)


@cache
def shipped() -> pretrained.Translator:
    """A small model in the place of the one that ships."""
    return align.fit(ALIGN, "general", progress=False)[0]


def few_phrases(monkeypatch, workspace):
    """The phrases are few, and the shipped model is small."""
    monkeypatch.setattr(align.phrases, "split", FEW.__getitem__)
    with monkeypatch.context() as patch:
        patch.undo()
        made = shipped()
    monkeypatch.setattr(pretrained, "load", lambda _: made)


TOYS = {
    "align-phrases": Toy(
        ALIGN,
        rows={"scores": 4, "references": 2},
        seeds=(1, 2),
        prepare=few_phrases,
    ),
}
