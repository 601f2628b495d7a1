"""What chapter 7 says of stacks that nobody has trained."""

from tests.attncourse.chapter7.prose import PAGE, fresh
from tests.environment import ROOT, prose


def test_words_of_fresh_attention_alone_differ_by_rounding() -> None:
    """After four layers by less than a millionth of their length."""
    away, _ = fresh((False, False, False), 4)
    assert max(away) < 1e-6
    assert "less than a millionth of their length" in " ".join(
        prose(ROOT / PAGE).split()
    )
