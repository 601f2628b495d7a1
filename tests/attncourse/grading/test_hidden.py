"""Cases of an instructor's own: as they are told in the docstring, else
refused.
"""

import json
import textwrap

import pytest
import torch

from attncourse.grading import hidden, judging
from tests.toys import refused

KNOWN = {
    name: judging.exercise(chapter, name)
    for chapter, name in (
        ("chapter1", "greedy"),
        ("chapter2", "alignment_error_rate"),
        ("chapter5", "split_heads"),
    )
}
HEADS = KNOWN["split_heads"]


def read(path, text: str) -> hidden.Cases:
    """What a file with this text gives."""
    (path / "cases.py").write_text(f"import torch\n{text}")
    return hidden.read(path / "cases.py", KNOWN)


def example() -> str:
    """The file in the docstring."""
    lines = hidden.__doc__.splitlines()
    code = [n for n, line in enumerate(lines) if line.startswith("    ")]
    return textwrap.dedent("\n".join(lines[code[0] : code[-1] + 1]))


def test_the_example_is_short_and_right(tmp_path):
    """The numbers are float64 and the same each time, also after JSON."""
    assert len(example().splitlines()) <= 10
    found = json.loads(json.dumps(read(tmp_path, example())))
    assert {name: len(cases) for name, cases in found.items()} == {
        "split_heads": 2,
        "greedy": 1,
    }
    assert found == json.loads(json.dumps(read(tmp_path, example())))
    alone = hidden.only(HEADS, 7, found["split_heads"])
    first, second = [name for name in alone.cases if "instructor" in name]
    given = alone.inputs(first)
    assert given["x"].shape == (2, 3, 8) and given["H"] == 4
    assert given["x"].dtype == torch.float64
    assert alone.inputs(second)["x"].shape == (2, 5, 21)
    made = HEADS.more(7).cases.keys() - HEADS.cases.keys()
    assert len(alone.cases) == len(made) + 2
    assert not alone.cases.keys() & HEADS.cases.keys()


def test_sets_and_masks_are_kept(tmp_path):
    links = "{(1, 2), (3, 4)}"
    text = f"alignment_error_rate = [dict.fromkeys('abc', {links})]"
    text = text.replace("'abc'", "('found', 'sure', 'possible')")
    (given,) = read(tmp_path, text)["alignment_error_rate"]
    assert hidden.thawed(given["sure"]) == {(1, 2), (3, 4)}
    mask = torch.tensor([[True, False]])
    assert torch.equal(hidden.thawed(hidden.frozen(mask)), mask)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("multi_head = [dict(H=4)]", "cases for multi_head, which is none of"),
        ("split_heads = [dict(H=4)]", "split_heads, case 1 lacks 'B'"),
        ("split_heads = [dict(heads=4)]", "case 1 has heads; the function"),
        ("split_heads = [4]", "is no dict"),
        (
            "split_heads = [dict(x=torch.ones(2, 8), H=2)]",
            "x has the axes B T D, and here 2",
        ),
        (
            "split_heads = [dict(x=torch.ones(1, 2, 7), H=2)]",
            "case 1: the reference cannot take it: unflatten",
        ),
        ("greedy = [dict(state=(1, 2), start=3)]", "lacks limit, stop"),
        (
            "greedy = [dict(state=(1, 2, 3), start=3, stop=1, limit=2)]",
            "the reference cannot take it: step",
        ),
        ("1 / 0", "cases.py ends in ZeroDivisionError"),
        ("_split_heads = [1]", "has no cases"),
    ],
)
def test_a_case_that_cannot_be_is_refused(tmp_path, text, says):
    with refused(says):
        read(tmp_path, text)
