"""The cheapest rows of chapter 7 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

import pytest

from attncourse.experiments import recipes, results
from tests.soak.toys import check_copying, check_first_epoch, within
from tests.toys import real_data


def test_copying_by_a_transformer() -> None:
    check_copying("copy-transformer", "sinusoidal")


@pytest.mark.parametrize("stack", ["attention alone", "pre-norm"])
def test_a_stack_learns_or_does_not_as_it_did(stack: str) -> None:
    recipe, stored = recipes.load("starts"), results.load("starts")
    case = next(case for case in recipe.cases() if case["stack"] == stack)
    found = recipe.trained(case, 1)["accuracy"]
    rows = stored.table("ends").where(**case).column("accuracy")
    assert within(found, rows, least=0.05)


@real_data
@pytest.mark.parametrize(
    "name",
    [
        "bahdanau-same-tokens",
        "translate-de-en-seq2seq",
        "translate-de-en-transformer",
        "translate-de-en-transformer-second",
        "translate-en-fr-even",
        "translate-de-en-bahdanau",
        "translate-de-en-transformer-third",
    ],
)
def test_the_first_epoch_on_real_sentences(name, monkeypatch, tmp_path) -> None:
    check_first_epoch(name, monkeypatch, tmp_path)
