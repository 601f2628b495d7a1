"""A quote that starts with a bold label, `> **Note:** ...`, becomes an
admonition with that title, and what an exercise takes one quiet line.

Everywhere else (JupyterLab, Colab, GitHub) it stays a neat quote.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

KINDS = {
    "key idea": "key-idea",
    "how it was found": "found",
    "misconception": "misconception",
    "prediction": "guess",
    "hint": "hint",
    "tip": "tip",
    "warning": "warning",
    "deviation": "caution",
}
"""The look of each label: one of `assets/boxes.css`, or a standard admonition.

Any other label is a note."""


class QuotesToAdmonitions(SphinxTransform):
    """Replace the quotes in a page's tree."""

    default_priority = 300

    def apply(self) -> None:
        """Look at every quote."""
        for quote in list(self.document.findall(nodes.block_quote)):
            label = take_label(quote)
            if label == "Exercise":
                quote[0]["classes"].append("effort")
                quote.replace_self(quote.children)
            elif label:
                admonition = nodes.admonition(
                    "", nodes.title("", label), *quote.children
                )
                admonition["classes"] = [KINDS.get(label.lower(), "note")]
                quote.replace_self(admonition)


def take_label(quote: nodes.block_quote) -> str | None:
    """Remove a leading bold label that ends with a colon, and return it without
    the colon; else None.

    The text after it then starts a sentence, with a capital.
    """
    paragraph = quote.children[0] if quote.children else None
    if not isinstance(paragraph, nodes.paragraph):
        return None
    # The Markdown parser puts an empty text before leading bold text.
    inline = [
        node
        for node in paragraph.children
        if not (isinstance(node, nodes.Text) and not node.strip())
    ]
    if not inline or not isinstance(inline[0], nodes.strong):
        return None
    label = inline[0].astext()
    if not label.endswith(":"):
        return None
    rest = paragraph.children[paragraph.index(inline[0]) + 1 :]
    if rest and isinstance(rest[0], nodes.Text):
        text = rest[0].lstrip()
        rest[0] = nodes.Text(text[:1].upper() + text[1:])
    paragraph.children = []
    paragraph.extend(rest)
    if not paragraph.astext() and not any(
        isinstance(node, nodes.Element) for node in rest
    ):
        quote.remove(paragraph)
    return label.removesuffix(":")


def setup(app: Sphinx) -> None:
    """Add the transform."""
    app.add_transform(QuotesToAdmonitions)
