"""What a drawing says, read from its SVG."""

import xml.etree.ElementTree as ET

from attncourse.drawing.drawing import Drawing

SVG = "{http://www.w3.org/2000/svg}"


def said(drawing: Drawing) -> list[str]:
    found = ET.fromstring(drawing.svg).iter(f"{SVG}text")
    return ["".join(text.itertext()) for text in found]


def bold(drawing: Drawing) -> list[str]:
    """The labels that are bold from their first letter on."""
    found = ET.fromstring(drawing.svg).iter(f"{SVG}text")
    heavy = (text for text in found if text[0].get("font-weight") == "700")
    return ["".join(text.itertext()) for text in heavy]
