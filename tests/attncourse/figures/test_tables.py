"""A table shows its rows as HTML, as text and as Markdown, and refuses rows
that do not fit together.
"""

import numpy as np
import pytest
from bs4 import BeautifulSoup

from attncourse.figures.tables import Marked, marked, table

NAMES = ["model", "BLEU", "parameters", "remark"]
ROWS = [
    dict(zip(NAMES, row, strict=True))
    for row in (
        ("one vector", 47.116, 9999, None),
        ("with <attention> | & more", 55.7, 89, "best"),
        ("nearest", -0.001, None, "a\nbaseline"),
    )
]


def cells(line):
    return line.find_all(["th", "td"])


def texts(line):
    return [cell.get_text() for cell in cells(line)]


def test_html_holds_every_cell_escaped_under_its_heading():
    """Headings say what they head; columns of numbers stand at the right."""
    page = BeautifulSoup(table(ROWS).html(), "html.parser")
    lines = page.find_all("tr")
    assert [texts(line) for line in lines] == [
        NAMES,
        ["one vector", "47.12", "9999", ""],
        ["with <attention> | & more", "55.70", "89", "best"],
        ["nearest", "0.00", "", "a baseline"],
    ]
    scopes = [["col"] * 4] + [["row", None, None, None]] * 3
    assert [[c.get("scope") for c in cells(line)] for line in lines] == scopes
    for line in lines:
        sides = [cell["style"].rpartition("align: ")[2] for cell in cells(line)]
        assert sides == ["left", "right", "right", "left"]


def test_digits_are_for_floats_of_all_columns_or_of_one():
    row = {"a": 0.5, "b": 0.25, "n": 3}
    row |= {"numpy": np.float32(0.125), "count": np.int64(7)}
    assert table([row], digits=1).cells == (("0.5", "0.2", "3", "0.1", "7"),)
    assert table([row], digits={"b": 0, "numpy": 3}).cells == (
        ("0.50", "0", "3", "0.125", "7"),
    )


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ([], {}, r"a table needs rows.*0 rows"),
        ([{" ": 1}], {}, r"headings that say something: 1 rows, \[' '\]"),
        (
            [{"a": 1}, {"a": 1, "b": 2}],
            {},
            r"row 1 has \['a', 'b'\], row 0 has \['a'\]",
        ),
        (
            [{"a": 1}, {"a": float("nan")}],
            {},
            "numbers must be finite: row 1, 'a' is nan",
        ),
        ([{"a": True}], {}, "row 0, 'a' is True"),
        (
            [{"a": 1}],
            {"digits": {"b": 2}},
            r"not there: \['b'\], headings=\['a'\]",
        ),
    ],
)
def test_rows_that_do_not_fit_are_refused_with_their_values(
    rows, options, message
):
    error = TypeError if message.endswith("True") else ValueError
    with pytest.raises(error, match=message):
        table(rows, **options)


def test_a_table_marks_and_escapes():
    shown = table([{"who": "x", "said": marked(["<", "b"], [True, False])}])
    assert "[<] b" in repr(shown)
    assert "<mark>&lt;</mark> b" in shown.html()
    words = ["[unknown]", "cat", "sat", "on"]
    text = marked(words, [False, True, True, False])
    assert text == "[unknown] [cat sat] on"
    assert text.html == "[unknown] <mark>cat sat</mark> on"
    assert isinstance(shown.cells[0][1], Marked)
