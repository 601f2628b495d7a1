"""Each claim is refused when the numbers of its result are others."""

from importlib import import_module
from operator import attrgetter

import pytest

from attncourse.rooms import chapters
from tests.attncourse.experiments.stored import altered

pytestmark = pytest.mark.long


def refuted(chapter):
    """The changes that refute a chapter's claims."""
    name = f"tests.{chapter.__name__}.findings.refuted"
    return import_module(name).REFUTED.items()


@pytest.mark.parametrize(
    ("chapter", "result", "finding", "change"),
    [
        (chapter, *key, change)
        for chapter in chapters()
        for key, changes in refuted(chapter)
        for change in changes
    ],
)
def test_a_claim_that_its_numbers_refute_is_refused(
    monkeypatch, chapter, result, finding, change
):
    altered(monkeypatch, result, change)
    with pytest.raises(AssertionError, match=r"\w"):
        attrgetter(finding)(chapter.findings)()
