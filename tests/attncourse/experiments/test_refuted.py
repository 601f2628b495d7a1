"""Each claim is refused when the numbers of its result are others."""

from operator import attrgetter

import pytest

from attncourse.rooms import chapters
from tests.attncourse.experiments.stored import altered
from tests.environment import rooms

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("chapter", "result", "finding", "change"),
    [
        (chapter, *key, change)
        for chapter, room in rooms("findings.refuted").items()
        for key, changes in room.REFUTED.items()
        for change in changes
    ],
)
def test_a_claim_that_its_numbers_refute_is_refused(
    monkeypatch, chapter, result, finding, change
):
    altered(monkeypatch, result, change)
    with pytest.raises(AssertionError, match=r"\w"):
        attrgetter(finding)(chapters()[chapter].findings)()
