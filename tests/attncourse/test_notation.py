"""One alphabet: annotations, einsum strings, formulas and prose use the letters
and words of `attncourse.notation`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from attncourse import notation
from tests.environment import NOTEBOOKS, cells, modules, prose

ARRAYS = {"Float", "Float64", "Int", "Int64", "UInt8", "Bool"}
ARRAYS |= {"Shaped", "Num", "Complex", "Inexact", "Real"}
EINSTEIN = {"einsum", "rearrange", "reduce", "repeat"}
SYNONYMS = {
    "time ?-?steps?": "step",
    "alignment energ(y|ies)": "scores",
    "attention (coefficients?|probabilit(y|ies)|distributions?)": "weights",
    "(hidden|embedding|model) (size|dimension)": "width",
    "attention (pattern|matrix)": "weights",
}
"""Words that others use, and ours. In italics or quotation marks they may be
mentioned.
"""


def code(path: Path) -> str:
    """The Python code of a module or a notebook."""
    if path.suffix == ".py":
        return path.read_text(encoding="utf-8")
    text = "\n".join(cell.source for cell in cells(path, "code"))
    lines = text.splitlines()
    return "\n".join(re.sub(r"^(\s*)[%!].*", r"\1pass", line) for line in lines)


def axes(source: str) -> Iterator[str]:
    """Every axis name in array annotations and in einsum strings; letters of
    einsum in upper case.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Subscript(ast.Name(name), ast.Tuple([_, text])):
                if name in ARRAYS:
                    yield from re.findall("[A-Za-z]+", text.value)
            case ast.Call(ast.Name(name) | ast.Attribute(_, name), arguments):
                strings = [x.value for x in arguments if is_text(x)]
                if name in EINSTEIN:
                    yield from re.findall("[A-Z]", "".join(strings).upper())


def is_text(node: ast.AST) -> bool:
    """Whether it is a string as written."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def words(path: Path) -> str:
    """The Markdown of a notebook, without code."""
    return re.sub(r"```.*?```|`[^`]*`", "", prose(path), flags=re.DOTALL)


def formulas(path: Path) -> list[str]:
    """The formulas of a notebook, without what is bold, upright, a command, or
    the parameters of a function (f_W).
    """
    found = re.findall(r"\$\$(.*?)\$\$|\$([^$\n]+)\$", words(path), re.DOTALL)
    worded = r"\\(math\w+|text\w*|operatorname|tag)\s*\{[^{}]*\}"
    plain = [re.sub(worded, "", "".join(pair)) for pair in found]
    return [re.sub(r"\\[A-Za-z]+|(?<=\b[fg])_[A-Z]", "", x) for x in plain]


def identify(path: Path) -> str:
    """A short name for a file in test reports."""
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize(
    "path", [*modules().values(), *NOTEBOOKS], ids=identify
)
def test_axes(path: Path) -> None:
    """An axis is a letter of the table or of an image, or a whole word in
    lower case.
    """
    unknown = {
        axis
        for axis in axes(code(path))
        if axis not in notation.SIZES and not re.fullmatch("[a-z]{3,}", axis)
    }
    assert not unknown, f"not in attncourse.notation.SIZES: {sorted(unknown)}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=identify)
def test_formulas(path: Path) -> None:
    """A plain capital in a formula is a size of the table."""
    letters = set(re.findall("[A-Z]", " ".join(formulas(path))))
    unknown = sorted(letters - notation.SIZES.keys())
    says = "matrices are bold, sizes are in attncourse.notation.SIZES"
    assert not unknown, f"{says}: {unknown}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=identify)
def test_words(path: Path) -> None:
    """Prose says step, scores, weights, width."""
    text = words(path)
    used = {
        ours: re.search(rf"(?<![*\"“\w]){theirs}\b", text, re.IGNORECASE)
        for theirs, ours in SYNONYMS.items()
    }
    wrong = {match[0]: ours for ours, match in used.items() if match}
    assert not wrong, f"say instead: {wrong}"


def test_letters_are_their_own_latex() -> None:
    """A size is one capital, the same in code and in formulas, and objects do
    not look like sizes.
    """
    assert all(
        letter == symbol.letter == symbol.latex and letter.isupper()
        for letter, symbol in notation.SIZES.items()
    )
    objects = {symbol.latex for symbol in notation.OBJECTS.values()}
    assert not objects & notation.SIZES.keys()


def test_letters_of_a_section() -> None:
    """Their rows of the table, in the order asked for, in a fold."""
    shown = notation.letters("h_i", "S", "size K", "object K")
    keys = (notation.SIZES["K"], notation.OBJECTS["K"])
    rows = [notation.OBJECTS["h_i"], notation.SIZES["S"], *keys]
    assert list(shown.symbols.values()) == rows
    table = notation.markdown(shown.symbols)
    heading, _, *lines = table.splitlines()
    assert heading == "| code | formula | meaning |"
    assert lines == [
        f"| `{s.code}` | ${s.latex}$ | {s.meaning} |" for s in rows
    ]
    start = "<details><summary>Notation</summary>"
    assert shown._repr_markdown_() == f"{start}\n\n{table}\n\n</details>"
    assert repr(shown) == "Notation: h_i, S, size K, object K"


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ((), "at least one"),
        (("h",), "'h' is no symbol"),
        (("matrix K",), "'matrix K' is no symbol"),
        (("size h_i",), "'size h_i' is no symbol"),
        (("S", "K"), 'say "size K" or "object K"'),
    ],
)
def test_other_letters_are_refused(names: tuple[str, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        notation.letters(*names)
