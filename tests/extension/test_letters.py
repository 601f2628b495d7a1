"""Letters of formulas: found, told apart, and set as before."""

import re
from pathlib import Path

import pytest
from extension import letters

from attncourse.figures import style
from attncourse.notation import OBJECTS
from tests.attncourse.figures.test_style import luminance
from tests.environment import NOTEBOOKS, prose

FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)
OPEN = re.compile(r"\\class\{letter ([\w-]+) role-\w+\}\{")
ASSETS = Path(letters.__file__).parents[1] / "assets"


def plain(latex: str) -> str:
    """The formula without the classes."""
    while start := OPEN.search(latex):
        depth, end = 1, start.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(latex[end], 0)
            end += 1
        inner = latex[start.end() : end - 1]
        latex = latex[: start.start()] + inner + latex[end:]
    return latex


def names(latex: str) -> list[str]:
    """The letters of a formula in order, once for base and index."""
    found = OPEN.findall(letters.rewrite(latex))
    return [
        name.removeprefix("object-")
        for k, name in enumerate(found)
        if k == 0 or found[k - 1] != name
    ]


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\mathbf{Q}\mathbf{K}^\top / \sqrt{K}", "Q K size-K"),
        (r"\mathbf{h}_0 + \mathbf{h}_{i-1}", "h_0 h_i"),
        (r"\mathbf{x}_1, \ldots, \mathbf{h}_S", "x_i h_i"),
        (r"a_{t,i} e_{t,i,j} \text{key T}", "a_ti e_tij"),
        (r"\frac{\exp(e_{t,s})}{\sum_{r=1}^{S} \exp(e_{t,r})}", "e_ts size-S"),
        (r"\frac{1}{\frac{\mathbf{q}_t}{T}} &= B \\ C &= C_t", "q_t size-T"),
        (r"\mathbf{z}_i \odot \mathbf{z}_{1,1}", "update z_ij"),
        (r"\tilde{\mathbf{h}}_i + \overleftarrow{\mathbf{h}}", "candidate h_i"),
        (r"\mathbf{R} = \bar{\mathbf{A}}_\ell \bar{\mathbf{A}}_L", "R A_l"),
        (r"\sigma(\mathbf{b}'_r + \mathbf{b}_r)", "b2 b"),
        (r"\mathbf{a}^\top \mathbf{b}, \mathbf{w}, \mathbf V, h, k_s", ""),
        (r"\mathbf{g}^{\text{forget}}_i = f_\theta(x)", "forget f"),
        (r"\mathbf{W}_{q,h} \mathbf{O}_1 \mathbf{O}", "W_q O_head O_rows"),
        (r"\begin{B}T\end{B} \tag{5} \operatorname{K}", "size-T"),
    ],
)
def test_letters_are_found(latex: str, expected: str) -> None:
    found = names(latex)
    assert found[: len(expected.split())] == expected.split()
    assert plain(letters.rewrite(latex)) == latex


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_formulas_keep_their_latex(path: Path) -> None:
    """Nothing but classes is added, whatever the page writes."""
    for found in FORMULA.finditer(prose(path)):
        latex = found[1] or found[2]
        assert plain(letters.rewrite(latex)) == latex


WORDS = [path for path in NOTEBOOKS if path.stem == "07_transformer"]


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.parent.stem)
def test_a_word_in_a_block_is_not_a_word_of_the_source(path: Path) -> None:
    """There x stands with its position t, or as the matrix of all words."""
    for found in FORMULA.finditer(prose(path)):
        assert "x_i" not in names(found[1] or found[2]), found[0]


@pytest.mark.parametrize("symbol", OBJECTS.values(), ids=str)
def test_each_letter_of_the_table_is_found(symbol) -> None:
    """As it is written there; a gate's parameters beside a sigmoid."""
    if symbol.letter in ("bandwidth", "kernel"):  # an index; several letters
        assert not OPEN.search(letters.rewrite(symbol.latex))
        return
    name = symbol.letter.replace("'", "2")
    assert names(symbol.latex + r"\sigma") == [name]
    assert symbol.role in {*style.ROLES, "none"}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("role", style.ROLES)
def test_letters_can_be_read(role: str, dark: bool) -> None:
    """Contrast of 4.5 on the tinted ground of boxes, darker or lighter than
    the page; a lit letter is only underlined."""
    own = (ASSETS / "letters.css").read_text()
    value = re.search(rf"--{role}: #(\w+)", (style.LIGHT, style.DARK)[dark])[1]
    share = 1 if dark else int(re.search(rf"--{role}\).*?(\d+)%", own)[1]) / 100
    colour = "#" + bytes(int(share * c) for c in bytes.fromhex(value)).hex()
    page = "#29313d" if dark else "#f3f4f5"
    both = sorted(0.05 + luminance(c) for c in (colour, page))
    assert both[1] / both[0] >= 4.5


def test_letters_of_drawings() -> None:
    bold = '<tspan font-weight="700">h</tspan><tspan dy="3.2" x="1">1</tspan>'
    assert letters.DRAWN.sub(letters.draw, bold).count("object-h_i") == 2
    size = '<tspan font-style="italic">T</tspan>'
    assert 'class="letter size-T"' in letters.DRAWN.sub(letters.draw, size)
    word = '<tspan font-weight="700">encoder</tspan>'
    assert letters.DRAWN.sub(letters.draw, word) == word
