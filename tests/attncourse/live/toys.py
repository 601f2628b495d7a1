"""What the page gets of a live figure."""

import json
import re
from typing import Any

from attnbook.show.live.base import LiveFigure


def shown(figure: LiveFigure) -> dict[str, Any]:
    """The data in its HTML."""
    html = figure._repr_mimebundle_()[0]["text/html"]
    pattern = r'<script type="application/json">(.*?)</script>'
    return json.loads(re.search(pattern, html)[1])
