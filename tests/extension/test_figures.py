"""On the site, a picture's alt text is the plain text that stands beside it in
the notebook.
"""

import pytest
from docutils import nodes
from extension import figures


def forms(**contents: nodes.Node) -> dict[str, nodes.container]:
    """The forms of one output by MIME type, as myst-nb keeps them: each in its
    own container.
    """
    kinds = {"text": "text/plain", "png": "image/png", "html": "text/html"}
    return {
        kinds[name]: nodes.container("", node, mime_type=kinds[name])
        for name, node in contents.items()
    }


def test_plain_text_becomes_the_alt_text_on_one_line() -> None:
    image = nodes.image(uri="a.png")
    figures.describe(
        forms(text=nodes.literal_block("", "Two\n words."), png=image)
    )
    assert image["alt"] == "Two words."


def test_an_alt_text_that_is_there_stays() -> None:
    image = nodes.image(uri="a.png", alt="By hand.")
    figures.describe(forms(text=nodes.literal_block("", "Other."), png=image))
    assert image["alt"] == "By hand."


@pytest.mark.parametrize("other", ["png", "html"])
def test_nothing_else_is_touched(other: str) -> None:
    """A picture without plain text gets no alt text; an output that is not a
    picture stays as it is.
    """
    image = nodes.image(uri="a.png")
    text = {} if other == "png" else {"text": nodes.literal_block("", "Words.")}
    figures.describe(forms(**text, **{other: image}))
    assert "alt" not in image
