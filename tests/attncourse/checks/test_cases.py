"""Cases: what is given, what is drawn, what is a size."""

import torch

from attncourse.checks.cases import case, large, shares

TAKES = {"K": "B S K", "mask": "B S", "H": "", "links": ""}


def test_a_letter_of_an_axis_is_a_size_and_all_else_an_argument():
    links = {1, 2}
    make = case(1, K=7, mask=("110", "101"), H=5, links=links)
    values = make(TAKES)
    assert values["K"].shape == (2, 3, 7)
    assert values["mask"].tolist() == [[1, 1, 0], [1, 0, 1]]
    assert (values["H"], values["links"]) == (5, links)
    assert values["links"] is not links
    assert torch.equal(make(TAKES)["K"], values["K"])


def test_numbers_are_normal_whole_or_changed():
    sizes = {"B": 3, "S": 5, "K": 2}
    drawn = case(2, **sizes)({"K": "B S K"})["K"]
    whole = case(2, whole=True, **sizes)({"K": "B S K"})["K"]
    wide = case(2, large("K"), **sizes)({"K": "B S K"})["K"]
    parts = case(2, shares("K", 3), **sizes)({"K": "B S K"})["K"]
    matrix = case(2, **sizes)({"W_k": "B S"})["W_k"]
    assert torch.equal(whole, (1.5 * drawn).round())
    assert torch.equal(wide, 1000 * drawn)
    assert torch.equal(parts, (3 * drawn).softmax(-1))
    assert torch.equal(matrix * 3**0.5, case(2, **sizes)({"k": "B S"})["k"])
    assert case(x=(0.1, 0.2))({"x": "M"})["x"].dtype == torch.float64
