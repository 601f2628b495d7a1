"""The cheapest rows of chapter 2 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from tests.soak.toys import check_again


def test_alignment_by_the_additive_score() -> None:
    case = {"attention": "additive"}
    check_again("align-phrases", case, "scores", "all", 0.05)
