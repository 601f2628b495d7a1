"""A chapter's checks are found by its name, and imported when they are asked
for.
"""

import pytest

from attnbook import check
from tests.toys import printed


def test_a_chapter_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(
        AttributeError,
        match=r"no attribute 'chapter99'; it has chapter1, chapter2",
    ):
        check.chapter99  # noqa: B018


def test_a_chapter_is_imported_when_it_is_asked_for():
    script = (
        "import sys; from attnbook import check; before = 'torch' in "
        "sys.modules; check.chapter1;print(before, 'attnbook.check.chapter1' "
        "in sys.modules, 'attnbook.check.chapter2' in sys.modules)"
    )
    assert printed(script) == "False True False\n"
