"""The cheapest rows of chapter 1 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from dataclasses import replace

import pytest

from attncourse.chapter1.recipes import memory
from attncourse.experiments import recipes, results
from tests.soak.toys import check_copying, check_first_epoch, within
from tests.toys import real_data


def test_recall_of_ten_symbols() -> None:
    recipe = recipes.load("recall-delay")
    start = replace(recipe.model, cell="gru")
    found, _ = memory.recall(recipe, start, 10, 1, progress=False)
    table = (
        results.load("recall-delay")
        .table("accuracy")
        .where(cell="gru", gate_bias=0, length=10)
    )
    assert within(found, table.column("accuracy"), least=0.02)


def test_copying_through_one_vector() -> None:
    check_copying("copy-length", "none")


@real_data
@pytest.mark.parametrize(
    "name",
    [
        "translate-en-fr-seq2seq",
        "translate-en-fr-bahdanau",
        "translate-en-fr-transformer",
    ],
)
def test_the_first_epoch_on_real_sentences(name, monkeypatch, tmp_path) -> None:
    check_first_epoch(name, monkeypatch, tmp_path)
