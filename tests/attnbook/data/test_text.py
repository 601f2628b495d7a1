"""A text of one's own, in whatever form it comes."""

import codecs
import gzip

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


@pytest.fixture
def paired(tmp_path):
    """Writes lines, and reads them as pairs."""

    def read(*lines: str) -> tuple[list[tuple[str, str]], list[str]]:
        path = tmp_path / "mine.tsv"
        path.write_text("\n".join(lines))
        return text.pairs(path)

    return read


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-32"]


@pytest.mark.parametrize("encoding", ENCODINGS)
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


def test_few_broken_bytes_make_no_latin_1(stored):
    """A text that was cut off within a letter, say."""
    found = stored("\n".join(f"{v} déjà" for v in VERSE).encode() + b"\xc3")
    assert found.train[0].endswith("déjà")
    assert found.remarks == ["byte that is not UTF-8: 1"]


def test_where_paragraphs_are_few_lines_are_pieces(stored):
    found = stored("\n\n".join(["\n".join(VERSE)] * 2).encode())
    assert found.train[:9] == VERSE[:9]


@pytest.mark.parametrize("end", [". ", "。"])
def test_one_enormous_line_is_cut_after_its_sentences(stored, end):
    found = stored(end.join(v.strip(".") for v in VERSE).encode())
    assert found.train[0] == f"{VERSE[0].strip('.')}{end.strip()}"


def test_nothing_is_held_out_that_is_learned_from(stored):
    lines = VERSE.copy()
    lines[19] = lines[0]
    found = stored("\n".join(lines).encode())
    assert found.held == [x for x in VERSE[9::10] if x != VERSE[19]]
    assert found.remarks == [
        "held out, but not measured, since it is learned from: 1"
    ]


def test_control_characters_go_and_are_counted(stored):
    found = stored("\n".join(f"\x1b[1m{v}\x07" for v in VERSE).encode())
    assert found.train[0] == f"[1m{VERSE[0]}"
    assert found.remarks == ["control character: 120"]


def test_of_a_long_text_the_first_part_is_used(stored, monkeypatch):
    """Up to the end of a line."""
    monkeypatch.setattr(text, "READ", 3000)
    found = stored("\n".join(VERSE).encode())
    assert 2900 < sum(map(len, [*found.train, *found.held])) <= 3000
    assert found.train[-1] in VERSE
    assert "the first 3,000 are used" in found.remarks[0]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "mine.txt has 0 characters and 0 paragraphs"),
        (b"\n \n\t\r\n" * 999, "mine.txt has 0 characters"),
        (b"one line", "8 characters and 1 paragraphs"),
        (
            b"word " * 5000,
            "1 paragraphs, lines or sentences: at least 2,000 and 10",
        ),
        (b"again and again\n" * 999, "nothing is left to measure with"),
        (b"PK\x03\x04\0\0", "bytes of 0, so it is no text"),
        (gzip.compress(bytes(9), mtime=0), "bytes of 0, so it is no text"),
        (bytes(range(1, 256)) * 99, "is no text: 5,[0-9]+ of 25,"),
        ("".join(VERSE).encode("utf-16-le"), "UTF-16 is read if it begins"),
        ("".join(VERSE).encode("utf-16-be"), "UTF-16 is read if it begins"),
    ],
)
def test_what_is_no_text_is_said_in_one_line(stored, content, says):
    with refused(says) as caught:
        stored(content)
    assert "\n" not in str(caught.value)


PAIRS = [(verse, verse[::-1]) for verse in VERSE]
PAIRS += [(f"the {k}", f"le {k}") for k in range(50)]
LINES = [f"{source}\t{target}" for source, target in PAIRS]


def test_pairs_are_read_and_what_cannot_be_used_is_counted(paired):
    found, remarks = paired(
        "no tab",
        "\tno source\tmore",
        "no target\t ",
        f"{'long ' * 101}\tlong",
        *LINES[:-1],
        f"{LINES[-1]}\tCC-BY",
        LINES[0],
        "",
    )
    assert found == PAIRS
    assert remarks == [
        "line without two sides: 3",
        "side of more than 500 characters: 1",
        "pair that was there before: 1",
        "line of which only two columns are used: 1",
    ]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([], "mine.tsv has 0 different sentences with a tab"),
        (LINES[:10], "has 10 different sentences"),
        (["a dog ran"] * 200, r"\(line without two sides: 200\)"),
        (["a\tb"] * 200, r"has 1 .* \(pair that was there before: 199\)"),
        ([f"a\t{k}" for k in range(200)], "has 1 different sentences"),
    ],
)
def test_too_few_pairs_are_refused(paired, lines, says):
    with refused(says) as caught:
        paired(*lines)
    assert "\n" not in str(caught.value)


def test_a_vocabulary_holds_two_tokens_for_each_letter():
    assert text.vocabulary(["abc", "cd"], 100) == 100
    assert text.vocabulary(["abc", "cd"], 5) == 8


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
