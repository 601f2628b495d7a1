"""What the first block of a Vision Transformer reads: the class token, then the
patches, each with its position.
"""

import torch

from attncourse.chapter9.check.to_patches import exercise as to_patches
from attncourse.checks.attention import product
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step

TAKES = {"images": "B C Y X", "E": "numbers D", "b": "D", "token": "D"}
TAKES |= {"positions": "T D", "patch": ""}


def bytes_(inputs):
    """Whole numbers of 0 to 255."""
    shares = (inputs["images"] / 2 + 0.5).clamp(0, 1)
    inputs["images"] = (255 * shares).round()


def grey(inputs):
    """Neither whole numbers, nor any near 0 or 255."""
    inputs["images"] = 90 + 40 * inputs["images"].tanh()


def sized(seed, B, C, Y, X, patch, D, drawn=bytes_):
    sizes = {"numbers": patch**2 * C, "D": D, "patch": patch}
    T = Y * X // patch**2 + 1
    return case(seed, drawn, B=B, C=C, Y=Y, X=X, T=T, **sizes)


def in_front(token, words):
    return torch.cat([token.expand(len(words), 1, -1), words], 1)


exercise = Exercise(
    takes=TAKES,
    returns=("output",),
    steps={
        "scaled": Step(
            "B C Y X",
            lambda images: images / 127.5 - 1,
            "0 .. 255 become -1 .. 1",
        ),
        "patches": Step(
            "B P numbers",
            to_patches.reference,
            "as in exercise 9.2",
            needs=("scaled", "patch"),
        ),
        "embedded": product("B P D", "patches", "E"),
        "words": Step("B P D", lambda embedded, b: embedded + b),
        "tokens": Step("B T D", in_front, "the class token, then the patches"),
        "output": Step(
            "B T D",
            lambda tokens, positions: tokens + positions,
            "each with its position",
            how="{tokens} + {positions}",
        ),
    },
    cases={
        "one image, two patches": case(
            images=((((51.0, 204.0, 0.0, 102.0), (204.0, 0.0, 51.0, 153.0)),),),
            E=((1.0, 0.0), (0.0, 1.0), (2.0, 0.0), (0.0, 2.0)),
            b=(10.0, 20.0),
            token=(3.0, 4.0),
            positions=((0.1, 0.2), (0.3, 0.4), (0.5, 0.6)),
            patch=2,
        ),
        "colour images, neither black nor white": sized(
            1, 6, 3, 8, 10, 2, 7, grey
        ),
        "taller than wide, patches of 3 x 3": sized(2, 5, 2, 9, 6, 3, 8),
        "as many features as tokens": sized(3, 3, 1, 4, 6, 2, 7),
        "patches of one pixel": sized(4, 3, 2, 4, 5, 1, 7),
    },
    mistakes={
        "the patches get their positions twice": {
            "tokens": lambda token, words, positions: in_front(
                token, words + positions[1:]
            )
        },
        "0 .. 255 become 0 .. 1": {"scaled": lambda images: images / 255},
        "the scaled images are reshaped, and no axis is moved": {
            "patches": lambda scaled, patch: scaled.reshape(
                to_patches.reference(scaled, patch).shape
            )
        },
        "the order in a patch is channel, line, column": {
            "patches": lambda scaled, patch: (
                torch.nn.functional.unfold(scaled, patch, stride=patch).mT
            )
        },
        "the bias is added to the class token, too": {
            "output": lambda token, embedded, b, positions: (
                in_front(token, embedded) + b + positions
            )
        },
        "the class token is added to the patches, too": {
            "tokens": lambda token, words: in_front(token, words + token)
        },
        "positions are added to the patches from the first on, before the "
        "class token is put in front": {
            "output": lambda token, words, positions: in_front(
                token, words + positions[:-1]
            )
        },
    },
)
