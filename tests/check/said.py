"""What a check says, for tests."""

import pytest

from attnbook.check.checker import Check


def said(check: Check, function: object) -> str:
    """The message with which a check refuses an answer."""
    with pytest.raises(AssertionError) as failure:
        check(function)
    return str(failure.value)
