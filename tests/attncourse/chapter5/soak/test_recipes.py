"""The cheapest rows of chapter 5 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from tests.soak.toys import check_again


def test_rows_that_ask_each_other_with_one_head() -> None:
    case = {"kind": "1 head", "questions": 2}
    check_again("relations", case, "accuracy", "accuracy", 0.02)
