"""What a figure says to the notebooks of others: JupyterLab, VS Code and Colab
read the state of an anywidget, and its module, and nothing else. What the
module asks of the model is tested with one that has no more than they have
(`site/alive.py`).
"""

import json
import re

import pytest

from tests.attncourse.live.figures import figures


@pytest.mark.parametrize("case", figures().values(), ids=figures())
def test_its_state_is_that_of_an_anywidget(case) -> None:
    """In plain JSON, with the style and the module as texts; that imports
    nothing.
    """
    state = case.make().get_state()
    assert state["_model_module"] == state["_view_module"] == "anywidget"
    assert state["_model_name"] == "AnyModel"
    assert state["_view_name"] == "AnyView"
    assert re.fullmatch(r"~\d+\.\d+\.\*", state["_model_module_version"])
    assert "export default { render }" in state["_esm"]
    imports = r"^import\b|\bimport\(|\brequire\("
    assert not re.search(imports, state["_esm"], re.MULTILINE)
    assert ".attnbook-live" in state["_css"]
    assert json.dumps(state, allow_nan=False)
