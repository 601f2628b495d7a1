"""Rows that ask each other, in miniature."""

from dataclasses import replace

import pytest
import torch

from attnbook import attention, recipes
from attnbook.heads import MultiHead
from attnbook.recipes.place import Place
from attnbook.recipes.relations import Reader

RELATIONS = recipes.load("relations")
SMALL = replace(
    RELATIONS,
    kinds=("rows", "2 heads"),
    seeds=(1, 2),
    rates=(1e-2, 1e-3),
    each=3,
    tested=20,
    settings=replace(RELATIONS.settings, epochs=2, warmup=2),
)


@pytest.fixture(autouse=True)
def runs(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))


def test_what_stands_between_the_linear_layers():
    x = torch.randn(2, 6, 16)
    for kind in RELATIONS.kinds:
        reader = Reader(kind, 16, 8, 2, 4)
        assert reader(x).shape == (2, 6, 2, 4)
        if kind.endswith(("head", "heads")):
            assert isinstance(reader.between, MultiHead)
            assert reader.between.heads == int(kind[0])
    plain = Reader("plain", 16, 8, 2, 4)
    h = plain.inputs(x)
    read = attention.normalise((h @ h.mT)[:, None])[:, 0] @ h
    wanted = plain.out(read).reshape(2, 6, 2, 4)
    torch.testing.assert_close(plain(x), wanted)


def test_a_row_alone_does_not_see_the_others():
    reader, x = Reader("rows", 16, 8, 1, 4), torch.randn(1, 6, 16)
    other = x.clone()
    other[0, 3:] = 9.0
    assert torch.equal(reader(x)[0, :3], reader(other)[0, :3])


def test_a_run_writes_a_row_for_each_case(tmp_path):
    result = SMALL.run(Place(tmp_path), progress=False)
    assert [
        (row["kind"], row["questions"], row["seed"])
        for row in result.table("accuracy").rows
    ] == [
        (kind, asked, seed)
        for kind in SMALL.kinds
        for asked in (1, 2)
        for seed in (1, 2)
    ]
    assert len(result.table("search").rows) == 8
    assert result.value("chance") == 0.25
    sizes = {
        (row["kind"], row["questions"]): row["numbers"]
        for row in result.table("sizes").rows
    }
    model = SMALL.fresh("2 heads", 2)
    assert sizes["2 heads", 2] == sum(x.numel() for x in model.parameters())


def test_one_head_learns_to_ask():
    recipe = replace(RELATIONS, size=3, colours=2, each=150, tested=300)
    model, history = recipe.fit("1 head", 1, 1e-2, 1)
    assert recipe.right(model, 1) > 0.95
    assert history[-1]["validation"] < history[0]["validation"]
