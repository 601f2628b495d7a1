"""A small notebook that holds each form of a page once, and what spoils it."""

import base64
from io import BytesIO
from typing import Any

import nbformat
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
)
from PIL import Image

GUESS = """\
> **Prediction:** Add 100 to all three scores. What happens to the *weights*?
>
> - (a) They all grow.
> - (b) Nothing, since $e^{100}$ cancels.
> - (c) The largest takes everything."""
CHOICES = """\
<details><summary>What each choice says</summary>

- (a) No: the weights sum to 1.
- (b) Right: the factor $e^{100}$ stands above and below.
- (c) No: that is what doubling does.

</details>"""
BOXES = """\
# 7. Forms

> **Key idea:** one.

> **How it was found:** two.

> **Misconception:** three.

> A **bold** quote.

[Down](#cell-inside)"""
DEEPER = """\
## After

$$\\mathbf{s}^\\top \\mathbf{W}^\\top \\mathbf{h} = a + b + c + d + e + f + g
+ \\sum_{i=1}^{S} a_{t,i} \\mathbf{h}_i + \\sum_{j=1}^{S} a_{t,j}
\\mathbf{h}_j \\tag{7.1}$$

In the text: $\\exp(a) + \\exp(b) + \\exp(c) + \\exp(d) + \\exp(e)$.

### Going deeper: a proof

Hidden until it is asked for.

The end of it."""
LETTERS = """\
<details><summary>Notation</summary>

| code | formula | meaning |
| --- | --- | --- |
| `S` | $S$ | source positions |

</details>"""
SVG = """\
<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60" width="200"
 role="img" aria-label="One box."><rect x="50" y="10" width="100" height="40"
 fill="none" stroke="var(--ink, currentColor)"/></svg>"""
TABLE = """\
<table class="dataframe"><tr><th>n</th></tr><tr><td>7</td></tr></table>"""
MEASURED = "One. [How this was measured](#cell-inside)"
WORDS = " + ".join(f"word_{k:02}" for k in range(20))
LONG = f"    return {WORDS}\n{'x' * 80}"


def png() -> str:
    """A picture of 640 by 200 pixels."""
    buffer = BytesIO()
    Image.new("RGB", (640, 200), "#0072b2").save(buffer, format="png")
    return base64.b64encode(buffer.getvalue()).decode()


def shown(**forms: str) -> nbformat.NotebookNode:
    """One output; the names are those of `TYPES`."""
    data = {TYPES[name]: text for name, text in forms.items()}
    return new_output("display_data", data=data)


TYPES = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "html": "text/html",
    "markdown": "text/markdown",
    "text": "text/plain",
}


def code(
    name: str,
    source: str,
    *outputs: Any,
    tags: tuple[str, ...] = (),
) -> nbformat.NotebookNode:
    """A cell that has been run."""
    return new_code_cell(
        source,
        id=name,
        execution_count=1,
        outputs=list(outputs),
        metadata={"tags": list(tags)} if tags else {},
    )


def caption(text: str) -> nbformat.NotebookNode:
    """A caption, as findings and drawings show it."""
    return shown(markdown=text, text="<Markdown>")


def guess() -> list[nbformat.NotebookNode]:
    """The three cells of a guess."""
    printed = new_output("stream", text="[0.67, 0.24, 0.09]\n")
    return [
        new_markdown_cell(GUESS, id="ask"),
        code("answer", "weights", printed, tags=("guess",)),
        new_markdown_cell(CHOICES + "\n\nAnd on.", id="choices"),
    ]


def notebook(*cells: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The cells as a notebook; without any, every form once."""
    kernel = {"name": "python3", "display_name": "Python 3"}
    found = list(cells) or [
        new_markdown_cell(BOXES, id="boxes"),
        code("setup", "import sys", tags=("hide-input",)),
        code("imports", "import torch", tags=("hide-input",)),
        code("drawing", "draw()", shown(svg=SVG, png=png(), text="One box.")),
        code("svg", "gate()", shown(svg=SVG, text="A."), caption("A *gate*.")),
        *guess(),
        code("picture", LONG, shown(png=png(), text="Blue."), caption("Blue.")),
        code(
            "table",
            "chapter7.findings.a.b(7)\n",
            shown(html=TABLE),
            caption(MEASURED),
        ),
        code(
            "letters",
            'notation.letters("S")',
            caption(LETTERS),
            tags=("hide-input",),
        ),
        new_markdown_cell(DEEPER, id="deeper"),
        code("inside", f"{'x' * 36} = 1  # B P Cpp"),
        new_markdown_cell("## Next\n\nSeen.", id="next"),
        code("hidden", "seen = 0", tags=("hide-cell",)),
    ]
    language = {"name": "python", "pygments_lexer": "ipython3"}
    return new_notebook(
        cells=found,
        metadata={"kernelspec": kernel, "language_info": language},
    )
