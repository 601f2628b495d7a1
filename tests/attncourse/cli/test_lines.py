"""Lines of standard input, read one by one."""

import io

from attncourse.cli import lines


def test_a_byte_order_mark_and_the_end_of_a_line_are_no_words():
    given = ["\ufeffa dog", "", "\ufeffcat\r"]
    found = lines.lines(io.BytesIO("\n".join(given).encode()))
    assert list(found) == ["a dog", "", "\ufeffcat"]
    assert list(lines.lines(io.BytesIO("\ufeff".encode()))) == []
