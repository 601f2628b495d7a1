"""The cheapest rows of chapter 4 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from tests.soak.toys import check_again


def test_bags_pooled_by_attention() -> None:
    case = {"pool": "attention"}
    check_again("bags-nine", case, "accuracy", "accuracy", 0.02)


def test_looking_up_with_two_matrices() -> None:
    case = {"kind": "separate", "width": 4}
    check_again("look-up", case, "accuracy", "accuracy", 0.02)


def test_looking_up_without_the_root() -> None:
    check_again("look-up-root", {"root": 0}, "accuracy", "accuracy", 0.02)
