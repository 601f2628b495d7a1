"""Gradescope's `results.json`."""

import json

from attncourse.grading.outputs import gradescope
from tests.attncourse.grading.outputs.toys import said, words


def test_each_exercise_is_a_test() -> None:
    row = said("ann", 2, 1, message="the norm comes\nafter")
    row["grades"][0]["note"] = "calls the library"
    row["errors"] = {"3": "NameError: name 'x' is not defined"}
    found = json.loads(gradescope.results(row))
    assert found["score"] == 3
    error = "a cell ended in an error: NameError: name 'x' is not defined"
    assert found["output"].strip() == error
    right, wrong = found["tests"]
    assert (right["status"], wrong["status"]) == ("passed", "failed")
    assert [wrong[k] for k in ("name", "score")] == ["post_norm_block", 1]
    assert wrong["max_score"] == 4
    assert right["output"] == "calls the library"
    assert wrong["output"] == "the norm comes\nafter"
    assert found["stdout_visibility"] == "hidden"


def test_text_is_text() -> None:
    """Gradescope escapes what is marked as text; a data base takes no zero
    byte, a page no mark of direction.
    """
    row = said("ann", 0, 0, message="<script>\x00\x1b[31m\u202e\nnext")
    text = gradescope.results(row)
    found = json.loads(text)
    assert found["tests"][0]["output"] == (
        "<script>\\x00\\x1b[31m\\u202e\nnext"
    )
    formats = {k: v for k, v in found.items() if k.endswith("_format")}
    assert len(formats) == 3 and {*formats.values()} == {"text"}


def test_a_text_is_passed_to_whoever_reads_it() -> None:
    _, rows = words("because", "")
    found = [json.loads(gradescope.results(row)) for row in rows]
    (handed_in,), (absent,) = (one["tests"] for one in found)
    assert (handed_in["status"], absent["status"]) == ("passed", "failed")
    assert handed_in["output"] == gradescope.READ
    assert absent["output"] == "text_5_7: no text."
