"""A text of one's own, in whatever form it comes."""

import codecs

import pytest

from attnbook.data import text
from tests.toys import refused

VERSE = [f"Line {k}: the quick brown fox, again and again, jumps over {k} dogs."
         for k in range(60)]  # fmt: skip


@pytest.fixture
def stored(tmp_path):
    """Writes bytes, and reads them as a text."""

    def read(content: bytes) -> text.Text:
        path = tmp_path / "mine.txt"
        path.write_bytes(content)
        return text.read(path)

    return read


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_lines_are_pieces_and_every_tenth_is_held_out(stored, encoding):
    found = stored("\n".join(VERSE).encode(encoding))
    assert found.held == VERSE[9::10]
    assert found.train == [v for k, v in enumerate(VERSE) if k % 10 != 9]
    assert found.remarks == []


def test_where_lines_are_empty_paragraphs_are_pieces(stored):
    found = stored(
        "\r\n \r\n".join(f"{v}\r\nand so on" for v in VERSE).encode()
    )
    assert found.train[0] == f"{VERSE[0]} and so on"


def test_latin_1_is_read_and_told(stored):
    found = stored("\n".join(f"{v} déjà" for v in VERSE).encode("latin-1"))
    assert found.train[0].endswith("déjà")
    assert found.remarks == ["it is not UTF-8, so it is read as Latin-1"]


def test_control_characters_go_and_are_counted(stored):
    found = stored("\n".join(f"\x1b[1m{v}\x07" for v in VERSE).encode())
    assert found.train[0] == f"[1m{VERSE[0]}"
    assert found.remarks == ["120 control characters are left out"]


def test_of_a_long_text_the_first_part_is_used(stored, monkeypatch):
    monkeypatch.setattr(text, "READ", 3000)
    found = stored("\n".join(VERSE).encode())
    assert sum(map(len, [*found.train, *found.held])) <= 3000
    assert "the first 3,000 are used" in found.remarks[0]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "mine.txt has 0 characters in 0 pieces"),
        (b"one line", "8 characters in 1 pieces"),
        (b"word " * 5000, "in 1 pieces: at least 2,000 in 10"),
        (b"PK\x03\x04\0\0", "bytes of 0, so it is no text"),
        ("".join(VERSE).encode("utf-16-le"), "UTF-16 is read if it begins"),
    ],
)
def test_what_is_no_text_is_said_in_one_line(stored, content, says):
    with refused(says) as caught:
        stored(content)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        text.read(tmp_path / "absent.txt")
    with pytest.raises(IsADirectoryError):
        text.read(tmp_path)


def test_marks_are_known():
    assert codecs.BOM_UTF16 in {mark for mark, _ in text.MARKS}


def test_windows_cut_rows_and_keep_their_end_last():
    assert text.windows([[1, 2, 3, 4, 5], [6]], 2) == [
        *([1, 2], [3, 4], [5]),
        [6],
    ]
