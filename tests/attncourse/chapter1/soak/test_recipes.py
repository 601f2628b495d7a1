"""The cheapest rows of chapter 1 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

import pytest

from attncourse.experiments import recipes, results
from tests.soak.toys import check_copying, check_first_epoch, within
from tests.toys import real_data


def test_recall_of_ten_symbols() -> None:
    recipe = recipes.load("recall-delay")
    case = {"cell": "gru", "gate_bias": 0.0, "length": 10}
    model, _ = recipe.fit(case, 1)
    (row,) = recipe.measure(model, case, 1)["accuracy"]
    table = results.load("recall-delay").table("accuracy").where(**case)
    assert within(row["accuracy"], table.column("accuracy"), least=0.02)


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
