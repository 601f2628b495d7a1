"""Numbers that stand in sentences about chapter 4: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes

PAGE = "chapters/04_attention_layer.ipynb"
LOOK_UP = recipes.load("look-up")

SENTENCES = [
    (
        PAGE,
        "There are {} names and {} colours, each with a random, fixed vector "
        "of dimension {}.",
        *(LOOK_UP.names, LOOK_UP.colours, LOOK_UP.inputs),
    ),
    (PAGE, "We trained both variants at {word} widths", LOOK_UP.widths),
]
