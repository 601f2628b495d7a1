"""What a figure says to the notebooks of others: JupyterLab, VS Code and Colab
read the state of an anywidget, and its module, and nothing else. What the
module asks of the model is tested with one that has no more than they have
(`site/alive.py`).
"""

import json
import re

import pytest

from tests.attncourse.live.figures import figures

CASES = figures()


@pytest.mark.parametrize("name", CASES)
def test_its_state_is_that_of_an_anywidget(name: str) -> None:
    """In plain JSON, with the module and the style as texts."""
    state = CASES[name].make().get_state()
    assert state["_model_module"] == state["_view_module"] == "anywidget"
    assert state["_model_name"] == "AnyModel"
    assert state["_view_name"] == "AnyView"
    assert re.fullmatch(r"~\d+\.\d+\.\*", state["_model_module_version"])
    assert "export default { render }" in state["_esm"]
    assert ".attnbook-live" in state["_css"]
    assert json.dumps(state, allow_nan=False)


@pytest.mark.parametrize("name", CASES)
def test_its_module_imports_nothing(name: str) -> None:
    """Each of them fetches one text."""
    module = CASES[name].make()._esm
    assert not re.search(r"^import\b|\bimport\(|\brequire\(", module, re.M)
