"""What stands in the cells that a drawing lights."""

from attncourse.drawing.drawing import Drawing
from attncourse.drawing.letters import plain
from attncourse.drawing.shapes import Path, Text


def lit(drawing: Drawing, colour: str, tint: float = 0.4) -> list[str]:
    """The labels inside of cells of this colour and depth, row by row."""
    marks = drawing.canvas.marks
    texts = [mark for mark in marks if isinstance(mark, Text)]
    found = []
    for cell in marks:
        if isinstance(cell, Path) and (cell.fill, cell.tint) == (colour, tint):
            points = [point for _, places in cell.commands for point in places]
            (left, *_, right), (top, *_, bottom) = map(
                sorted, zip(*points, strict=True)
            )
            found += [
                (text.y, text.x, plain(text.label))
                for text in texts
                if left < text.x < right and top < text.y < bottom
            ]
    return [label for _, _, label in sorted(found)]
