"""A table shows its rows as HTML, as text and as Markdown, and refuses rows
that do not fit together.
"""

import re

import numpy as np
import pytest
from bs4 import BeautifulSoup

from attnbook.show.tables import Marked, marked, table

ROWS = [
    {"model": "one vector", "BLEU": 47.116, "parameters": 9999, "remark": None},
    {
        "model": "with <attention> | & more",
        "BLEU": 55.7,
        "parameters": 89,
        "remark": "best",
    },
    {
        "model": "nearest",
        "BLEU": -0.001,
        "parameters": None,
        "remark": "a\nbaseline",
    },
]


def soup(**options):
    return BeautifulSoup(table(ROWS, **options).html(), "html.parser")


def texts(line):
    return [cell.get_text() for cell in line.find_all(["th", "td"])]


def test_html_holds_every_cell_escaped_under_its_heading():
    assert [texts(line) for line in soup().find_all("tr")] == [
        ["model", "BLEU", "parameters", "remark"],
        ["one vector", "47.12", "9999", ""],
        ["with <attention> | & more", "55.70", "89", "best"],
        ["nearest", "0.00", "", "a baseline"],
    ]


def test_headings_say_what_they_head():
    assert [cell["scope"] for cell in soup().thead.find_all("th")] == [
        "col"
    ] * 4
    assert [
        [cell.get("scope") for cell in line.children]
        for line in soup().tbody.find_all("tr")
    ] == [["row", None, None, None]] * 3


def test_columns_of_numbers_stand_at_the_right():
    for line in soup().find_all("tr"):
        sides = [
            re.search(r"text-align: (\w+)", cell["style"])[1]
            for cell in line.find_all(["th", "td"])
        ]
        assert sides == ["left", "right", "right", "left"]


def test_the_html_scrolls_in_its_own_box_and_brings_no_colour_or_width():
    html = table(ROWS).html()
    assert (
        soup().find("div", class_="attnbook-table")["style"]
        == "overflow-x: auto"
    )
    assert soup().table["class"] == ["dataframe"]
    assert not re.search(
        r"colou?r|background|width|border|<script|<style", html
    )


def test_the_text_is_aligned():
    assert repr(table(ROWS)).splitlines() == [
        "model                       BLEU  parameters  remark",
        "-------------------------  -----  ----------  ----------",
        "one vector                 47.12        9999",
        "with <attention> | & more  55.70          89  best",
        "nearest                     0.00              a baseline",
    ]


def test_a_notebook_gets_html_and_text():
    made = table(ROWS)
    assert made._repr_mimebundle_() == {
        "text/html": made.html(),
        "text/plain": repr(made),
    }


def test_digits_are_for_floats_of_all_columns_or_of_one():
    row = {
        "a": 0.5,
        "b": 0.25,
        "n": 3,
        "numpy": np.float32(0.125),
        "count": np.int64(7),
    }
    assert table([row], digits=1).cells == (("0.5", "0.2", "3", "0.1", "7"),)
    assert table([row], digits={"b": 0, "numpy": 3}).cells == (
        ("0.50", "0", "3", "0.125", "7"),
    )


@pytest.mark.parametrize(
    ("rows", "options", "error", "message"),
    [
        ([], {}, ValueError, r"a table needs rows.*0 rows"),
        ([{}], {}, ValueError, r"a table needs rows.*1 rows, \[\]"),
        (
            [{" ": 1}],
            {},
            ValueError,
            r"headings that say something: 1 rows, \[' '\]",
        ),
        (
            [{"a": 1}, {"a": 1, "b": 2}],
            {},
            ValueError,
            r"row 1 has \['a', 'b'\], row 0 has \['a'\]",
        ),
        (
            [{"a": 1}, {"a": float("nan")}],
            {},
            ValueError,
            "numbers must be finite: row 1, 'a' is nan",
        ),
        ([{"a": True}], {}, TypeError, "row 0, 'a' is True"),
        ([{"a": [1]}], {}, TypeError, r"row 0, 'a' is \[1\]"),
        (
            [{"a": 1}],
            {"digits": {"b": 2}},
            ValueError,
            r"not there: \['b'\], headings=\['a'\]",
        ),
        (
            [{"a": 1.0}],
            {"digits": -1},
            ValueError,
            "digits must not be negative: digits=-1",
        ),
    ],
)
def test_rows_that_do_not_fit_are_refused_with_their_values(
    rows, options, error, message
):
    with pytest.raises(error, match=message):
        table(rows, **options)


def test_large_counts_are_grouped():
    shown = table(
        [{"parameters": 2508904}, {"parameters": 9999}, {"parameters": -12345}]
    )
    assert [row[0] for row in shown.cells] == ["2,508,904", "9999", "-12,345"]


def test_neighbours_share_a_mark():
    text = marked(["a", "b", "c", "d"], [True, True, False, True])
    assert text == "[a b] c [d]"
    assert text.html == "<mark>a b</mark> c <mark>d</mark>"


def test_a_table_marks_and_escapes():
    shown = table([{"who": "x", "said": marked(["<", "b"], [True, False])}])
    assert "[<] b" in repr(shown)
    assert "<mark>&lt;</mark> b" in shown.html()
    assert isinstance(shown.cells[0][1], Marked)
