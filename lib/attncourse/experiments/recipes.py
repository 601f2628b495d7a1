"""Recipes: a frozen dataclass that says everything about an experiment, and its
run. One file for each task.

A recipe is imported when it is asked for: listing them costs nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from attnbook.results import Result

if TYPE_CHECKING:
    from attnbook.recipes.workspace import Workspace


class Recipe(Protocol):
    """What every recipe has. All sizes are fields, so that
    `dataclasses.replace` makes a small one.
    """

    @property
    def name(self) -> str:
        """The name of its result, and of its weights if it has any."""

    def run(self, workspace: "Workspace", *, progress: bool = True) -> Result:
        """Train what there is to train, or go on with it, measure, and write
        the result to its workspace.
        """


class Entry(NamedTuple):
    """One line of the catalogue: where the recipe stands, as "module:OBJECT",
    what it makes, what it needs; and if its result comes with the package.
    """

    where: str
    makes: str
    needs: str = "nothing"
    shipped: bool = True


CATALOGUE = {
    "recall-delay": Entry(
        "memory:RECALL", "how far back a recurrent network recalls one symbol"
    ),
    "copy-length": Entry(
        "memory:COPY",
        "how long a sequence is copied, with and without attention",
    ),
    "align-phrases": Entry(
        "align:ALIGN",
        "alignment error of each score",
        "the model translate-en-fr-bahdanau",
    ),
    "translate-en-fr-seq2seq": Entry(
        "translate:SEQ2SEQ", "the translator without attention", "Multi30k"
    ),
    "translate-en-fr-bahdanau": Entry(
        "translate:BAHDANAU", "the translator with attention", "Multi30k"
    ),
    "translate-en-fr-transformer": Entry(
        "translate:TRANSFORMER", "the Transformer that translates", "Multi30k"
    ),
    "switches-model": Entry(
        "switches:MODEL",
        "the Transformer with one of its parts changed at a time",
        "Multi30k",
    ),
    "switches-training": Entry(
        "switches:TRAINING",
        "the same with the training changed",
        "Multi30k",
    ),
    "heads-en-fr": Entry(
        "heads:HEADS",
        "what each head of the Transformer is worth",
        "Multi30k, the models of the Transformer and with attention",
    ),
    "cache-speed": Entry(
        "speed:DECODING",
        "decoding with the keys and values kept, and anew",
        "Multi30k, the model of the Transformer",
    ),
    "training-speed": Entry(
        "speed:TRAINING",
        "target tokens a second in training",
        "Multi30k",
    ),
    "length-cost": Entry(
        "lengths:LENGTHS", "time and memory of a layer against the length"
    ),
    "copy-transformer": Entry(
        "copying:COPYING",
        "how long a sequence a Transformer copies",
    ),
    "bahdanau-same-tokens": Entry(
        "rivals:SAME_TOKENS",
        "the translator with attention, trained on as many tokens",
        "Multi30k",
    ),
    "bahdanau-36-epochs": Entry(
        "rivals:HALFWAY",
        "the same, on 36 passes through the sentences",
        "Multi30k",
    ),
    "transformer-distilled": Entry(
        "rivals:REDUCED",
        "a Transformer that learns from the shipped one's translations, too",
        "Multi30k, the model of the Transformer",
    ),
    "transformer-distilled-full": Entry(
        "rivals:DISTILLED",
        "the same with three teachers and twice the epochs",
        "Multi30k, the model of the Transformer",
        shipped=False,
    ),
    "fair-en-fr": Entry(
        "fair:FAIR",
        "the Transformer against the translators with attention",
        "Multi30k, their results",
    ),
    "compare-en-fr": Entry(
        "compare:COMPARE",
        "both translators and two baselines",
        "Multi30k, both results",
    ),
    "caption-scenes": Entry(
        "caption:CAPTION", "captioners of scenes, with attention and without"
    ),
    "caption-one-vector": Entry(
        "one_vector:ONE_VECTOR",
        "captioners that read one vector, with a better network and pooled",
        "both models caption-scenes",
    ),
    "bags-nine": Entry(
        "bags:NINE", "which bag of digits has a nine, by the way of pooling"
    ),
    "look-up": Entry(
        "look_up:LOOK_UP", "one matrix for keys and values, or two"
    ),
    "relations": Entry(
        "relations:RELATIONS", "rows that ask each other, by number of heads"
    ),
    "positions": Entry(
        "positions:POSITIONS",
        "which encoding of places answers which question, by length",
    ),
    "positions-grid": Entry(
        "positions:GRIDS", "the same on grids, without a mask"
    ),
    "order-models": Entry(
        "order_models:MODELS", "the encodings that run in chapter 6"
    ),
    "calculator": Entry(
        "order_models:CALCULATOR", "differences, with places and without"
    ),
    "depth": Entry(
        "depth:DEPTH",
        "layers of attention, with and without what stands around them",
    ),
    "switchboard": Entry(
        "depth:SWITCHBOARD",
        "a small Transformer with its parts switched on and off",
    ),
    "lm-captions": Entry(
        "language:CAPTIONS",
        "a language model of English captions",
        "Multi30k",
    ),
    "masked-captions": Entry(
        "shannon:MASKED",
        "a model that sees both sides of a hidden word, beside that one",
        "Multi30k, the model of captions",
    ),
    "pretraining": Entry(
        "pretraining:PRETRAINING",
        "translators from few pairs, pretrained and from scratch",
        "Multi30k",
    ),
    "pretraining-full": Entry(
        "pretraining:FULL", "all of it with three seeds", "Multi30k", False
    ),
    "vit-digits": Entry(
        "digits:TWO", "the Vision Transformer of digits, patches of 2 x 2"
    ),
    "vit-digits-1": Entry("digits:ONE", "the same with patches of one pixel"),
    "vit-digits-4": Entry("digits:FOUR", "the same with patches of 4 x 4"),
    "vit-digits-none": Entry("digits:PLACELESS", "the same without positions"),
    "vit-digits-looks": Entry(
        "digits:LOOKS",
        "what these four make of some digits, for the live figure",
        "the models vit-digits",
    ),
    "vision-digits": Entry(
        "vision:DIGITS",
        "a Vision Transformer and a CNN on handwritten digits, by their number",
    ),
    "vision-digits-plain": Entry(
        "vision:PLAIN",
        "the same without augmentation",
    ),
    "vision-twins": Entry(
        "vision:TWINS",
        "the same where an answer needs a look across the whole image",
    ),
    "vision-twins-deep": Entry(
        "vision:TWINS_DEEP",
        "the same for a CNN whose last grid sees the whole image",
    ),
    "vision-cifar": Entry(
        "vision:CIFAR",
        "the same on photographs",
        "CIFAR-10",
    ),
    "vision-cifar-masked": Entry(
        "masked_patches:CIFAR",
        "the Vision Transformer after it has filled in hidden patches",
        "CIFAR-10",
    ),
    "vit-cifar": Entry(
        "photographs:SMALL",
        "how well a small Vision Transformer classifies photographs",
        "CIFAR-10",
    ),
    "vit-cifar-large": Entry(
        "photographs:LARGE",
        "the same with thirty times as many parameters",
        "CIFAR-10, a GPU",
        shipped=False,
    ),
    "vit-scenes": Entry(
        "vit_scenes:POINTING",
        "whether a class token looks where the answer is",
    ),
    "vit-speed": Entry(
        "vit_speed:SPEED",
        "how fast a Vision Transformer trains, beside that of vit-pytorch",
        "the package vit-pytorch",
    ),
    "caption-folder": Entry(
        "folder:FOLDER",
        "a captioner of your own images",
        "a folder of images with captions",
        shipped=False,
    ),
}


def load(name: str) -> Any:
    """The recipe of that name, a `Recipe`. Raises ValueError, listing those
    there are, for another name.
    """
    if name not in CATALOGUE:
        raise ValueError(
            f"unknown recipe: {name!r}; there are {', '.join(CATALOGUE)}"
        )
    module, _, thing = CATALOGUE[name].where.partition(":")
    return getattr(importlib.import_module(f"attnbook.recipes.{module}"), thing)
