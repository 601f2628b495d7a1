r"""Formulas alive: each letter of `attncourse.notation` knows what it is.

On the site a letter in a formula, `\mathbf{h}_i`, gets classes by MathJax's
`\class`, base and index apart, so that it is set as before: its part gives it a
colour, its name lets assets/letters.js explain it and light it elsewhere.
Letters in drawings get the same classes. Notebooks stay plain. A letter in
another sense is written without braces, `\mathbf V`, and stays plain, too.
"""

import json
import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any, NamedTuple

from sphinx.application import Sphinx

from attncourse.notation import OBJECTS, SIZES, Symbol

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
PLAIN = {r"\text", r"\operatorname", r"\mathrm", r"\begin", r"\end", r"\tag"}
ACCENTS = {r"\mathbf", r"\tilde", r"\bar"}
RUNS = {"i": "ijklrs", "j": "ijklrs", "s": "ijklrs", "t": "t", "h": "h"}
"""The indices of the table, and the letters that run over the same."""
KINDS = set("hrzn")
"""Last indices that name a head or a gate."""
CELL = {"W", "U", "b", "b'"}
"""Parameters of a gate, beside whose sigmoid they stand: elsewhere these
letters are what the text says.
"""
FORMULA = re.compile(
    r'(<(?:span|div) class="math[^>]*)(>\s*)(\\[(\[])(.+?)(\\[)\]])', re.DOTALL
)
SWAP = (
    "<script>for (const { lastChild, dataset } of "
    'document.querySelectorAll("[data-latex]")) '
    "lastChild.data = dataset.latex</script>"
)
"""Before MathJax sets the page: who reads without scripts reads plain LaTeX."""
DRAWN = re.compile(
    r'<tspan font-(weight="700"|style="italic")[^>]*>([A-Za-z])</tspan>'
    r'(?:<tspan dy="\d[^>]*>([^<]+)</tspan>)?'
)


class Atom(NamedTuple):
    """A piece of LaTeX and its scripts, each as it is written."""

    base: str
    scripts: tuple[tuple[str, str], ...] = ()

    def script(self, mark: str) -> str:
        """What stands at `_` or `^`, without its braces."""
        found = "".join(text for sign, text in self.scripts if sign == mark)
        return found[1:-1] if found.startswith("{") else found

    @property
    def indices(self) -> list[str]:
        """The parts of the subscript."""
        below = self.script("_")
        return below.split(",") if below else []


def group(tokens: list[str]) -> str:
    """Take a command with its argument, a group in braces, or one token."""
    taken = tokens.pop(0)
    if tokens and (taken in ACCENTS | PLAIN or taken.isspace()):
        return taken + group(tokens)
    depth = int(taken == "{")
    while depth and tokens:
        depth += {"{": 1, "}": -1}.get(tokens[0], 0)
        taken += tokens.pop(0)
    return taken


def atoms(latex: str) -> Iterator[Atom]:
    """A formula cut into atoms, nothing lost."""
    tokens = TOKEN.findall(latex)
    while tokens:
        space = tokens[0].isspace()
        base, scripts = tokens.pop(0) if space else group(tokens), []
        while tokens and tokens[0] in ("_", "^", "'"):
            mark = tokens.pop(0)
            prime = mark == "'" or not tokens
            scripts.append((mark, "" if prime else group(tokens)))
        yield Atom(base, tuple(scripts))


def runs_over(given: str, index: str) -> bool:
    """Whether an index may stand for one of the table: i-1, j, 3 or S for i."""
    if given == index or index not in RUNS:
        return given == index
    return given[0] in RUNS[index] or bool(re.fullmatch("[A-Z]|[0-9]+", given))


def is_a(atom: Atom, own: Atom) -> bool:
    """Whether an atom of a formula is an instance of that of a symbol."""
    above = own.script("^") or ("'" if ("'", "") in own.scripts else "")
    primed = ("'", "") in atom.scripts
    if atom.base != own.base or primed != (above == "'"):
        return False
    if above not in ("", "'", atom.script("^")):
        return False
    given, due = atom.indices, own.indices
    if own.base.startswith(r"\mathbf"):
        if not given:
            return all(index in RUNS for index in due)
        if given[-1] in KINDS and given[:-1] == due:
            return True
    return len(given) == len(due) and all(map(runs_over, given, due))


CLASSES = {
    f"{kind}-{letter.replace(chr(39), '2')}": symbol
    for kind, table in (("object", OBJECTS), ("size", SIZES))
    for letter, symbol in table.items()
}
"""All symbols by the name of their class."""
ATOMS = {
    name: own[0]
    for name, symbol in CLASSES.items()
    if len(own := list(atoms(symbol.latex))) == 1 and symbol.latex != "h"
}
"""What they look like; not those of several pieces, and no mere index."""


def find(atom: Atom, formula: str) -> str:
    """The class of the symbol that an atom is an instance of, or "": the one
    written like this, else one that the formula has, else the shortest.
    """

    def distance(name: str) -> tuple[bool, bool, int]:
        exact = ATOMS[name].indices == atom.indices
        known = CLASSES[name].latex in formula
        return not exact, not known, len(ATOMS[name].indices)

    gate = r"\sigma" in formula
    found = [name for name, own in ATOMS.items() if is_a(atom, own)]
    found = [n for n in found if gate or CLASSES[n].letter not in CELL]
    return min(found, key=distance, default="")


def look(name: str) -> str:
    """All classes of one letter."""
    return f"letter {name} role-{CLASSES[name].role}"


def classed(name: str, latex: str) -> str:
    r"""The LaTeX in a `\class` of its own, inside the braces it has."""
    if latex.startswith("{"):
        return "{" + classed(name, latex[1:-1]) + "}"
    return rf"\class{{{look(name)}}}{{{latex}}}"


def rewrite(latex: str, formula: str = "") -> str:
    """The LaTeX, all or a part of the formula, with classes of its letters."""
    formula = formula or latex
    parts = []
    for atom in atoms(latex):
        base, name = atom.base, find(atom, formula)
        if name:
            parts.append(classed(name, base))
        elif base.startswith(("{", r"\tilde{")):
            start = base.index("{") + 1
            inner = rewrite(base[start:-1], formula)
            parts.append(base[:start] + inner + "}")
        else:
            parts.append(base)
        for mark, text in atom.scripts:
            own = name and mark == "_"
            done = classed(name, text) if own else rewrite(text, formula)
            parts.append(mark + done)
    return "".join(parts)


def draw(match: re.Match[str]) -> str:
    """A letter of a drawing, base and index, with its classes."""
    bold, letter, index = match[1].startswith("weight"), match[2], match[3]
    base = rf"\mathbf{{{letter}}}" if bold else letter
    below = ("_", f"{{{index.replace('−', '-')}}}") if index else ()
    name = find(Atom(base, (below,) if below else ()), "")
    if not name:
        return match[0]
    return match[0].replace("<tspan", f'<tspan class="letter {name}"')


def enliven(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any
) -> None:
    """Rewrite the formulas and drawings of a page, and tell its script about
    the letters that it has.
    """

    def change(match: re.Match[str]) -> str:
        start, close, begin, latex, end = match.groups()
        done = escape(begin + rewrite(unescape(latex)) + end)
        return f'{start} data-latex="{done}"{close}{begin}{latex}{end}'

    body = FORMULA.sub(change, context.get("body", ""))
    body = DRAWN.sub(draw, body)
    used = set(re.findall(r"letter ((?:object|size)-\w+)", body))
    known = {name: told(CLASSES[name]) for name in sorted(used)}
    if known:
        data = json.dumps(known).replace("<", r"\u003c")
        body += f'<script id="letters" type="application/json">{data}</script>'
        body += SWAP
        app.add_js_file("letters.js", loading_method="defer")
    context["body"] = body


def told(symbol: Symbol) -> dict[str, str]:
    """What the page says of a symbol."""
    return {
        "code": symbol.code,
        "meaning": symbol.meaning,
        "shape": " × ".join(symbol.shape.split()),
    }


def setup(app: Sphinx) -> None:
    """Look at every page as it is written, after all else has."""
    app.connect("html-page-context", enliven, priority=950)
