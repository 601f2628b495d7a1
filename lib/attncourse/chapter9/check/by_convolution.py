"""The embedding of patches as one convolution whose stride is the patch."""

from torch.nn import functional as F

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def sized(seed, B, C, Y, X, patch, D, **choices):
    sizes = {"numbers": patch**2 * C, "D": D, "patch": patch}
    return case(seed, B=B, C=C, Y=Y, X=X, **sizes, **choices)


def filters(E, images, patch):
    """The rows of E are line, column, channel."""
    return E.reshape(patch, patch, images.shape[1], -1).permute(3, 2, 0, 1)


def moved(images, filters, b, patch):
    return F.conv2d(images, filters, b, stride=patch)


def rows(grid):
    return grid.flatten(2).mT


exercise = Exercise(
    takes={"images": "B C Y X", "E": "numbers D", "b": "D", "patch": ""},
    returns=("z",),
    steps={
        "filters": Step("D C p p'", filters, "one for each column of E"),
        "grid": Step("B D I J", moved, "the filters at every patch"),
        "z": Step(
            "B P D",
            rows,
            "one row for each patch",
            lambda entry: (
                f"the numbers of patch {entry.at['P']} times column "
                f"{entry.at['D']} of E, plus b[{entry.at['D']}]"
            ),
        ),
    },
    cases={
        "one image, one feature": sized(1, 1, 1, 2, 4, 2, 1, whole=True),
        "two channels, a patch": sized(2, 1, 2, 2, 2, 2, 2, whole=True),
        "colour images of 8 x 10": sized(3, 6, 3, 8, 10, 2, 7),
        "taller than wide, patches of 3 x 3": sized(4, 5, 2, 9, 6, 3, 7),
        "as many features as patches": sized(5, 3, 2, 4, 8, 2, 8),
        "patches of one pixel": sized(6, 2, 4, 3, 5, 1, 7),
    },
    mistakes={
        "the rows of E are read as channel, line, column": {
            "filters": lambda E, images, patch: E.T.reshape(
                -1, images.shape[1], patch, patch
            )
        },
        "the rows of E are read as line, channel, column": {
            "filters": lambda E, images, patch: E.reshape(
                patch, images.shape[1], patch, -1
            ).permute(3, 1, 0, 2)
        },
        "E is reshaped to D C p p as it lies": {
            "filters": lambda E, images, patch: E.reshape(
                -1, images.shape[1], patch, patch
            )
        },
        "the filters are flipped": {
            "filters": lambda E, images, patch: filters(E, images, patch).flip(
                2, 3
            )
        },
        "the bias is added twice": {
            "grid": lambda images, filters, b, patch: moved(
                images, filters, 2 * b, patch
            )
        },
    },
)
