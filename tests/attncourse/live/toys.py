"""What the page gets of a live figure."""

import json
import re
from typing import Any

from attncourse.live import frontend
from attncourse.live.base import LiveFigure


def number(path: str, name: str) -> float:
    """A number that is written in a script of the front end."""
    (found,) = re.findall(rf"const {name} = (.+);", frontend.read(path))
    return float(found)


def shown(figure: LiveFigure) -> dict[str, Any]:
    """The data in its HTML."""
    html = figure._repr_mimebundle_()[0]["text/html"]
    pattern = r'<script type="application/json">(.*?)</script>'
    return json.loads(re.search(pattern, html)[1])
