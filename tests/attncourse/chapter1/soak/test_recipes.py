"""The cheapest rows of chapter 1 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

import pytest

from tests.soak.toys import check_again, check_copying, check_first_epoch
from tests.toys import real_data


def test_recall_of_the_first_symbol() -> None:
    case = {"gate_bias": 3.0, "length": 100}
    check_again("recall-delay", case, "accuracy", "accuracy", 0.02)


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("phrases-one", "words 9"),
        ("phrases-small", "words 9"),
        ("phrases-three", "phrases 3"),
    ],
)
def test_phrases_with_attention(name, group) -> None:
    check_again(name, {"side": "attention"}, "accuracy", group, 0.05)


def test_copying_through_one_vector() -> None:
    check_copying("copy-length", "none")


@real_data
@pytest.mark.parametrize(
    "name",
    [
        "translate-en-fr-seq2seq",
        "translate-en-fr-bahdanau",
        "translate-en-fr-transformer",
        "compare-en-fr-longer",
    ],
)
def test_the_first_epoch_on_real_sentences(name, monkeypatch, tmp_path) -> None:
    check_first_epoch(name, monkeypatch, tmp_path)
