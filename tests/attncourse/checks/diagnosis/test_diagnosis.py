"""What is said of a wrong answer, line by line."""

import torch

from tests.attncourse.checks.toys import CHECK, MEAN, mean, refused, said


def sharp(e, h, mask):
    """Weights of scores that are doubled."""
    return mean(2 * e, h, mask)


def odd(e, h, mask):
    """Right weights, and a context that no slip gives."""
    weights, context = mean(e, h, mask)
    return weights, context * (2 + e[:, :1] / 10)


def test_a_right_answer_prints_one_line(capsys):
    CHECK(mean)
    assert capsys.readouterr().out == "mean: right in all 3 cases.\n"


def test_a_wrong_one_hears_what_is_right_then_the_symptom_then_where():
    found = refused(sharp)
    e, _, _ = MEAN.inputs("two").values()
    (a, b), ours = e[0].tolist(), found.seen.answers["two"]["weights"][0, 0]
    right = float(e.softmax(-1)[0, 0])
    own = f"exp({a:.4g}) / (exp({a:.4g}) + exp({b:.4g}))"
    assert str(found).splitlines() == [
        "mean: weights wrong; context right, given your weights.",
        f"  weights[0, 0] = {own} = {right:.4g}; yours {ours:.4g}",
        "  where: masked (hidden scores become -inf)",
        "  case: two",
        "  For a hint at the mistake, call the check with hint=True.",
    ]


def test_a_hint_says_what_is_done_there():
    lines = said(sharp, hint=True).splitlines()
    assert lines[:-1] == said(sharp).splitlines()[:-1]
    assert lines[-1].startswith("  hint: in masked, ")


def test_what_no_slip_explains_is_followed_step_by_step():
    message = said(odd)
    assert message.startswith("mean: weights right, context wrong.")
    values = MEAN.trace(MEAN.inputs("two"))
    assert "I know no single mistake that gives your numbers" in message
    assert f"h = {values['h'].int().tolist()}" in message
    for name in MEAN.steps:
        assert f"    {name} (" in message
    assert "hint=True" not in message


def test_the_smallest_wrong_case_is_shown_and_those_that_are_right():
    def unmasked(e, h, mask):
        return mean(e, h, torch.ones_like(mask))

    assert "case: one hidden (right in: two)" in said(unmasked)
