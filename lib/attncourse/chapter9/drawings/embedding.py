"""The drawing of a patch embedding: a matrix times rows, or a filter whose
stride is the patch.
"""

import torch

from attncourse import spec
from attncourse.drawing import layout
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.layout import Thing

IMAGE = ((1, 0, 2, 1), (3, 1, 0, 0), (2, 0, 1, 1), (1, 0, 0, 3))
PATCH = 2
FILTER = (1, -1, 2, 0)
"""One column of E, or one filter, line by line."""
COLOURS = ("series1", "series2", "series3", "series4")


def rows() -> list[list[int]]:
    """The patches, each as a row of numbers."""
    image = torch.tensor([IMAGE]).float()
    return spec.patchify(image, PATCH).int().tolist()


def products() -> list[int]:
    """What the column of E makes of each patch."""
    return [
        sum(x * w for x, w in zip(row, FILTER, strict=True)) for row in rows()
    ]


def embedding() -> Drawing:
    """The same four numbers twice: from rows and a column, from an image and a
    filter.
    """
    wide = len(IMAGE) // PATCH
    found = products()
    column = [[written(w)] for w in FILTER]
    square = [column[k][0] for k in range(len(FILTER))]
    lines = [
        [
            grouped([patch(k) for k in range(len(found))], wide).over("image"),
            layout.step("as rows"),
            stacked([strip(k) for k in range(len(found))]).over("patches"),
            layout.sign("\u00d7"),
            layout.cells(column, "ink").over("one column\nof *E*_{patch}"),
            layout.sign("="),
            stacked([number(k) for k in range(len(found))]).over(
                "one\nfeature"
            ),
        ],
        [
            grouped([patch(k) for k in range(len(found))], wide).over("image"),
            layout.step("filter"),
            layout.cells([square[:PATCH], square[PATCH:]], "ink").over(
                f"stride {PATCH}"
            ),
            layout.space(),
            layout.space(),
            layout.sign("="),
            grouped([number(k) for k in range(len(found))], wide),
        ],
    ]
    card, _ = layout.lay(layout.table(lines, across=8, down=26))
    told = ", ".join(map(str, found))
    return finish(
        card,
        f"""An image of {len(IMAGE)} x {len(IMAGE)} numbers in four patches of
        {PATCH} x {PATCH}. Above: each patch is a row of four numbers; times
        one column of E, {", ".join(map(str, FILTER))}, this gives {told}.
        Below: the same column as a filter of {PATCH} x {PATCH} that moves by
        {PATCH} gives the same four numbers, as a grid.""",
        f"""Above, each patch is a row, times a column of
        $\\mathbf{{E}}_{{\\text{{patch}}}}$. Below, the same numbers are a
        filter that moves by {PATCH} pixels. Both give {told}.""",
    )


def written(value: int) -> str:
    """A number with a real minus sign."""
    return str(value).replace("-", "\u2212")


def patch(k: int) -> Thing:
    """Patch k as it stands in the image."""
    row = [written(x) for x in rows()[k]]
    return layout.cells([row[:PATCH], row[PATCH:]], COLOURS[k])


def strip(k: int) -> Thing:
    """Patch k as a row."""
    return layout.cells([[written(x) for x in rows()[k]]], COLOURS[k])


def number(k: int) -> Thing:
    """What comes out for patch k."""
    return layout.cells([[written(products()[k])]], COLOURS[k])


def grouped(things: list[Thing], wide: int) -> Thing:
    """Rows of so many things, close together."""
    lines = [things[k : k + wide] for k in range(0, len(things), wide)]
    return layout.table(lines, across=4, down=4)


def stacked(things: list[Thing]) -> Thing:
    """One below the other, close together."""
    return grouped(things, 1)
