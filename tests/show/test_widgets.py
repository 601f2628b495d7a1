"""A live figure is one stable piece of HTML that needs no kernel and no other host, and still a picture."""

import base64
import json
import re
import shutil
import subprocess
from html import unescape
from html.parser import HTMLParser

import numpy as np
import pytest

from attnbook.show.widgets import AlignmentExplorer, LiveFigure, frontend

SOURCE = ["a", "<b>", "</script>"]
TARGET = ["un", "&"]
WEIGHTS = np.array([[0.70049, 0.2, 0.09951], [0.0, 0.25, 0.75]])


def example(**changes):
    return {"source": SOURCE, "target": TARGET, "weights": WEIGHTS} | changes


class Elements(HTMLParser):
    """The start tags of a piece of HTML with their attributes and the text behind them."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append([tag, dict(attributes), ""])

    def handle_data(self, data):
        if self.found:
            self.found[-1][2] += data


def parts(explorer):
    return Elements(explorer._repr_mimebundle_()[0]["text/html"]).found


def test_the_html_is_a_picture_its_state_and_one_script():
    tags = [(tag, attributes.get("type")) for tag, attributes, _ in parts(AlignmentExplorer([example()]))]
    module = ("script", "module")
    assert tags == [("div", None), ("img", None), ("script", "application/json"), module]


def test_the_state_is_that_of_the_widget_with_3_digits():
    explorer = AlignmentExplorer([example(known={(1, 2), (0, 0)}, caption="Two words.")], languages=["en", "fr"])
    state = json.loads(parts(explorer)[2][2])["state"]
    assert state == {name: getattr(explorer, name) for name in ("example", "examples", "languages", "word")}
    (shown,) = state["examples"]
    assert shown["weights"] == [[0.7, 0.2, 0.1], [0.0, 0.25, 0.75]]
    assert shown["known"] == [[0, 0], [1, 2]]
    assert (shown["source"], shown["target"], shown["caption"]) == (SOURCE, TARGET, "Two words.")


def test_kernel_and_page_run_the_same_module():
    explorer = AlignmentExplorer([example()])
    content = json.loads(parts(explorer)[2][2])
    assert content["module"] == explorer.get_state()["_esm"] == frontend("alignment.js")
    assert content["css"] == explorer.get_state()["_css"] == frontend("alignment.css")


def test_the_same_bytes_for_the_same_state_and_others_for_another():
    first, second, other = (AlignmentExplorer([e]) for e in (example(), example(), example(caption="Other.")))
    assert first.html() == second.html() != other.html()
    assert first.model_id not in first.html()


def test_it_names_no_host():
    text = re.sub(r"base64,[^\"]*", "", AlignmentExplorer([example()]).html())
    assert re.findall(r"https?:|//\w+\.\w+|@import|\burl\(", text) == []


def test_the_picture_and_the_plain_text_say_what_it_shows():
    explorer = AlignmentExplorer([example()])
    data, _ = explorer._repr_mimebundle_()
    image = parts(explorer)[1][1]
    assert image["alt"] == unescape(image["alt"]) == data["text/plain"] == repr(explorer) == explorer.alt
    assert "un reads a most (0.700), & reads </script> most (0.750)" in explorer.alt
    assert base64.b64decode(image["src"].partition(",")[2]) == explorer.still().png


def test_a_running_notebook_gets_the_widget_itself():
    data, _ = AlignmentExplorer([example()])._repr_mimebundle_()
    assert set(data) == {"text/html", "text/plain", "application/vnd.jupyter.widget-view+json"}


def test_the_front_end_is_valid_and_cannot_end_its_script_element():
    for name in ("mount.js", "alignment.js"):
        assert "</script" not in frontend(name)
        if node := shutil.which("node"):
            subprocess.run([node, "--check", "--input-type=module"], input=frontend(name).encode(), check=True)


def test_a_figure_must_say_how_it_stands_still():
    with pytest.raises(TypeError, match="LiveFigure gives no picture"):
        LiveFigure().still()


@pytest.mark.parametrize(
    ("examples", "message"),
    [
        ([], "examples is empty"),
        ([example(target=["un"])], r"example 0: weights \(2, 3\), 1 target and 3 source words"),
        ([example(), example(weights=WEIGHTS * 2)], "example 1: weights must be distributions.*row 0 sums to 2.0"),
        ([example(weights=WEIGHTS - [0.5, -0.5, 0])], "smallest -0.5"),
        ([example(known={(0, 3)})], r"example 0: known alignment outside the matrix: \(0, 3\), weights \(2, 3\)"),
    ],
)
def test_examples_that_do_not_fit_are_refused_with_their_values(examples, message):
    with pytest.raises(ValueError, match=message):
        AlignmentExplorer(examples)
