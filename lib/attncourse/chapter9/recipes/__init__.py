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
        "Vision Transformer and CNN on digits, by the number of images",
    ),
    "vision-hybrid": Entry(
        "vision:HYBRID",
        "Vision Transformers with assumptions of a CNN, on digits",
    ),
    "vision-twins": Entry(
        "vision:TWINS",
        "Vision Transformer and CNN, asked if two digits are the same",
    ),
    "vit-cifar": Entry(
        "photographs:SMALL",
        "a small Vision Transformer on CIFAR-10",
        "CIFAR-10",
    ),
    "vit-scenes": Entry(
        "vit_scenes:POINTING",
        "whether a class token looks where the answer is",
    ),
}
