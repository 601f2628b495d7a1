"""The recipes of chapter 9."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
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
    "vision-twins-whole": Entry(
        "vision:TWINS_WHOLE",
        "the same for a CNN that reads its whole last grid",
    ),
    "vision-cifar": Entry(
        "vision:CIFAR",
        "the same on photographs",
        "CIFAR-10",
    ),
    "vision-cifar-hybrid": Entry(
        "vision:HYBRID",
        "Vision Transformers with assumptions of a CNN, and without them",
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
}
