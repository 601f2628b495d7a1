"""What a live figure cannot show is refused, with the values that conflict."""

import pytest
from traitlets import TraitError

from tests.attncourse.live.figures import figures

CASES = figures()
VALUES = {
    f"{name}: {message}": (make, message)
    for name, case in CASES.items()
    for make, message in case.values
}
CHOICES = [
    (name, trait, value)
    for name, case in CASES.items()
    for choice in case.choices
    for trait, value in choice.items()
]


@pytest.mark.parametrize("case", VALUES)
def test_what_does_not_fit_is_refused(case):
    make, message = VALUES[case]
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(("name", "trait", "value"), CHOICES)
def test_a_choice_that_is_not_there_is_refused_and_the_old_one_kept(
    name, trait, value
):
    figure = CASES[name].make()
    before = getattr(figure, trait)
    with pytest.raises(TraitError, match=trait):
        setattr(figure, trait, value)
    assert getattr(figure, trait) == before
