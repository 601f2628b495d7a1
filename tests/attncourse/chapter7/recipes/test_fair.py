"""The comparison, from stored translations alone."""

from tests.attncourse.experiments.toys import cells


def test_all_are_compared_with_the_first(ran):
    """The one that says what the reference says is ahead of all."""
    result = ran("fair-en-fr").result
    table = result.table("models")
    rows = cells(table, "model", "epochs", "rates")
    assert rows == [("one", 1, 1), ("two", 1, 2), ("three", 1, 2)]
    itself, worse, same = table.column("difference")
    assert itself is None
    assert worse > 0 == same
