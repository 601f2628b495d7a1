"""The cheapest rows of chapter 8 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

import pytest

from tests.soak.toys import check_again, check_first_epoch
from tests.toys import real_data


@real_data
@pytest.mark.parametrize(
    "name", ["lm-captions", "masked-captions", "denoisers"]
)
def test_the_first_epoch_on_real_sentences(name, monkeypatch, tmp_path) -> None:
    check_first_epoch(name, monkeypatch, tmp_path)


@real_data
def test_a_translator_of_few_pairs() -> None:
    """From scratch, since that needs no denoiser; within two BLEU."""
    case = {"way": "scratch", "pairs": 100}
    check_again("pretraining", case, "scores", "bleu", least=2.0)
