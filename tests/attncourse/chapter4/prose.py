"""Numbers that stand in sentences about chapter 4: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes

PAGE = "chapters/04_attention_layer.ipynb"
LOOK_UP = recipes.load("look-up")

SENTENCES = [
    (
        PAGE,
        "Its memory holds {word} pairs of a name and a colour, out of {} names "
        "and {} colours; each row is the sum of a name vector and a "
        "colour vector, random, fixed and {} wide",
        *(LOOK_UP.memory, LOOK_UP.names, LOOK_UP.colours, LOOK_UP.inputs),
    ),
    (PAGE, "in the mean of {word} seeds", recipes.load("bags-nine").seeds),
]
