"""A grid laid into one row, and what is said of its lines."""

import pytest
import torch

from attnbook.check.chapter3.grids import flat, over_grid
from attnbook.check.checker import Case, Check
from tests.check.said import said


def right(e):
    """One softmax over all places."""
    return e.flatten(1).softmax(-1).reshape(e.shape)


def make():
    """Scores of a square grid, so that it can be transposed unseen."""
    draw = torch.Generator().manual_seed(0)
    return {"e": torch.randn(2, 3, 3, generator=draw, dtype=torch.float64)}


square = Check(
    name="square",
    takes={"e": "B I J"},
    returns={"weights": "B I J"},
    reference=right,
    cases=(Case("a square grid", make),),
    looks=over_grid(score="the scores are wrong"),
)


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("your map is transposed", lambda e: right(e).mT),
        ("every row sums to 1, and the whole map to 3", lambda e: e.softmax(2)),
        ("every column of the grid gets", lambda e: e.softmax(1) / 3),
        ("all places weigh the same", lambda e: right(0 * e)),
        ("the scores are wrong: yours is the right", lambda e: right(2 * e)),
        ("the softmax is missing", lambda e: e),
        ("one place takes all the weight", lambda e: (right(99 * e)).round()),
    ],
)
def test_what_breaks_a_map_is_named(says, wrong):
    assert says in said(square, wrong)


def test_a_grid_in_one_row_answers_as_the_grid_does():
    seen = {}

    def watch(attempt):
        seen["row"] = flat(attempt)

    watching = Check(
        **{
            name: getattr(square, name)
            for name in ("name", "takes", "returns", "reference", "cases")
        },
        looks=(watch,),
    )
    said(watching, lambda e: right(2 * e))
    row, e = seen["row"], make()["e"]
    assert row.given["e"].shape == row.given["mask"].shape == (2, 9)
    other = {"e": (e + 1).flatten(1).cos()}
    turned = right(other["e"].reshape(e.shape)).flatten(1)
    assert torch.allclose(row.right(other)["weights"], turned)
    again = right(2 * other["e"].reshape(e.shape)).flatten(1)
    assert torch.allclose(row.again(other)["weights"], again)
    half = torch.arange(9) < 4
    hidden = row.right({"mask": half})["weights"]
    assert torch.allclose(hidden.sum(-1), torch.ones(2).double())
    assert not hidden[:, 4:].any()
    assert row.again({"mask": half}) is None
