"""The cheapest rows of chapter 10 trained again give what is stored."""

from tests.soak.toys import check_first_epoch


def test_the_first_epoch_of_letters(monkeypatch, tmp_path) -> None:
    check_first_epoch("induction-letters", monkeypatch, tmp_path)
