"""A live figure is one stable piece of HTML that needs no kernel and no other
host, and still a picture.
"""

import base64
import json
from unittest.mock import patch

import ipywidgets
import pytest
import traitlets
from bs4 import BeautifulSoup
from IPython.core.formatters import DisplayFormatter

from attnbook import pretrained
from attncourse.figures import plots
from attncourse.live.base import LiveFigure, ModelFigure, within

PICTURE = plots.lines(
    [2, 3],
    {"<b>": [5, 7]},
    xlabel="x",
    ylabel="y",
    alt='What "it" & </script> show.',
)


class Dial(LiveFigure):
    """The smallest live figure: two numbers that its front end reads, and one
    that it does not.
    """

    _esm = "export default { render() {} };"
    _css = "p { margin: 0 }"
    angle = traitlets.Int(5).tag(sync=True, live=True)
    name = traitlets.Unicode("</script>").tag(sync=True, live=True)
    secret = traitlets.Int(7).tag(sync=True)

    def still(self):
        return PICTURE


def html(figure):
    return figure._repr_mimebundle_()[0]["text/html"]


def elements(figure):
    return BeautifulSoup(html(figure), "html.parser").find_all()


def test_the_html_is_a_picture_its_state_and_one_script():
    assert [(tag.name, tag.get("type")) for tag in elements(Dial())] == [
        ("div", None),
        ("img", None),
        ("script", "application/json"),
        ("script", "module"),
    ]


def test_the_page_gets_the_module_and_the_live_traits_of_the_widget():
    figure = Dial(angle=11)
    content = json.loads(elements(figure)[2].string)
    assert content["state"] == {"angle": 11, "name": "</script>"}
    assert content["module"] == figure.get_state()["_esm"] == Dial._esm
    assert content["css"] == figure.get_state()["_css"] == Dial._css


def test_the_same_bytes_for_the_same_state_and_others_for_another():
    first, second, other = Dial(), Dial(), Dial(angle=3)
    assert html(first) == html(second) != html(other)
    assert first.model_id not in html(first)


def test_the_picture_and_its_text_stand_in_for_the_figure():
    figure = Dial()
    image = elements(figure)[1]
    text = figure._repr_mimebundle_()[0]["text/plain"]
    assert image["alt"] == text == PICTURE.alt
    assert base64.b64decode(image["src"].partition(",")[2]) == PICTURE.png


def test_a_running_notebook_gets_the_widget_itself():
    data, _ = DisplayFormatter().format(Dial())
    assert set(data) == {
        "text/html",
        "text/plain",
        "application/vnd.jupyter.widget-view+json",
    }


def test_the_picture_survives_ipywidgets_7(monkeypatch):
    """There a widget displays itself, and IPython then asks for nothing
    else.
    """
    monkeypatch.setattr(
        ipywidgets.Widget,
        "_ipython_display_",
        lambda self, **kwargs: None,
        raising=False,
    )
    assert DisplayFormatter().format(ipywidgets.Widget()) == ({}, {})
    data, _ = DisplayFormatter().format(Dial())
    assert {"text/html", "text/plain"} < set(data)


def test_a_figure_must_say_how_it_stands_still():
    with pytest.raises(TypeError, match="LiveFigure gives no picture"):
        LiveFigure().still()


@pytest.mark.parametrize("value", [-1, 3])
def test_a_choice_that_is_not_there_is_named_with_its_range(value):
    with pytest.raises(
        traitlets.TraitError, match=rf"part must lie in 0 \.\. 2: part={value}$"
    ):
        within("part", value, 3)
    assert [within("part", k, 3) for k in range(3)] == [0, 1, 2]


def test_a_page_gets_the_weights_of_the_figures_models_and_no_others():
    """As they are shipped, beside the name that it asked for."""
    figure = ModelFigure([("vit-digits", "A model", 3)], [{}])
    with patch.object(figure, "send") as send:
        for name in ("vit-digits-4", "../secret", None, "vit-digits"):
            figure._handle_custom_msg({"wanted": name}, [])
        figure._handle_custom_msg({}, [])
    file = pretrained.FOLDER.joinpath("vit-digits.safetensors").read_bytes()
    send.assert_called_once_with({"name": "vit-digits"}, [file])
