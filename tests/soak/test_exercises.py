"""What is stored of exercises is what is measured; it takes minutes."""

import json

import pytest

from tests import exercises

STORED = json.loads(exercises.FILE.read_text("utf-8"))


@pytest.mark.parametrize("number", STORED)
def test_what_is_stored_of_an_exercise_is_so(number: str) -> None:
    cells = exercises.exercises()[number]
    found = {**exercises.company(number), **exercises.bank(cells)}
    assert found == STORED[number]
