"""The alt text of a chapter's figures.

A figure's plain text, stored beside its picture in the notebook, says what the
picture shows. myst-nb drops it when it chooses the picture; here it becomes the
`alt` of the image first. Live figures hold the picture, its alt text and the
script in their HTML; they need a style sheet only, which takes the theme's grey
card away.
"""

from docutils import nodes
from myst_nb.sphinx_ import SelectMimeType
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform


class AltText(SphinxPostTransform):
    """Before one form of each output is chosen: plain text to `alt`, for every
    picture that has none.
    """

    default_priority = SelectMimeType.default_priority - 1

    def run(self, **kwargs: object) -> None:
        """Look at every output that has several forms."""
        for bundle in self.document.findall(nodes.container):
            if bundle.get("nb_element") == "mime_bundle":
                describe({form["mime_type"]: form for form in bundle.children})


def describe(forms: dict[str, nodes.container]) -> None:
    """Give the pictures among the forms of one output the text of its plain
    form.
    """
    if "text/plain" not in forms:
        return
    text = " ".join(forms["text/plain"].astext().split())
    for mime_type, form in forms.items():
        if mime_type.startswith("image/"):
            for image in form.findall(nodes.image):
                image.setdefault("alt", text)


def setup(app: Sphinx) -> None:
    """Add the transform."""
    app.add_post_transform(AltText)
