"""The theme of the site has rules for classes of its own, such as `row`: a
figure that uses one looks otherwise on the site than alone.
"""

import re
from importlib.util import find_spec
from pathlib import Path

ROOMS = Path("lib/attncourse")
RULE = re.compile(r"(?:^|[},])\s*\.([a-zA-Z][\w-]*)\s*(?=[,>{])")
MADE = re.compile(r'\bblock\("([\w -]+)"|\bclass: "([\w -]+)"')


def test_figures_use_no_class_of_the_theme() -> None:
    spec = find_spec("pydata_sphinx_theme")
    assert spec and spec.origin
    sheets = [*Path(spec.origin).parent.rglob("*.css")]
    styled = {name for css in sheets for name in RULE.findall(css.read_text())}
    assert {"row", "card"} <= styled
    modules = [*ROOMS.rglob("*.js")]
    made = {
        name
        for module in modules
        for pair in MADE.findall(module.read_text())
        for name in "".join(pair).split()
    }
    assert {"panels", "note"} & made
    assert not made & styled
