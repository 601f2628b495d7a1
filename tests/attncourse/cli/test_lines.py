"""Lines of standard input are read in parts."""

import io

from attncourse.cli import lines


def test_no_line_is_held_whole_that_is_too_long(monkeypatch):
    monkeypatch.setattr(lines, "LINE", 9)

    class Parts(io.BytesIO):
        def readline(self, size):
            assert 0 < size <= 10
            return super().readline(size)

    given = ["\ufeffa dog", "x" * 9, "x" * 10, "", "x" * 99, "cat\r"]
    found = lines.lines(Parts("\n".join(given).encode()))
    assert list(found) == ["a dog", "x" * 9, None, "", None, "cat"]
