"""The front end of a figure, as one module and one style sheet.

Beside NAME.py of a figure stands NAME.js, its entry, and with any file of
scripts its style sheet, where there is one; `live/shared` holds what several
figures need. These files are ES modules, but the module of a widget is one
text, which can import nothing: so what a file imports is put before it.
Built in chapter 2.
"""

import re
from collections import Counter
from importlib import resources
from posixpath import dirname, join, normpath

IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n+', re.MULTILINE)
EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)
BEGIN = re.compile(
    r"^(?=(?:async |const |let |function|class |export |//))", re.MULTILINE
)
NAME = re.compile(
    r"^(?:async )?(?:const|let|function\*?|class) (\w+)", re.MULTILINE
)
WORD = re.compile(r"[\w$]+")
TOKENS = "figures/tokens.css"
FOLDER = resources.files("attncourse")


def read(path: str) -> str:
    """The text of one file, by its path in the package."""
    return FOLDER.joinpath(path).read_text(encoding="utf-8")


def needed(*entries: str) -> list[str]:
    """These files and all that they import, each once, after what it needs."""
    found: dict[str, None] = {}
    for entry in entries:
        imported = IMPORT.findall(read(entry))
        paths = [normpath(join(dirname(entry), path)) for path in imported]
        found |= dict.fromkeys([*needed(*paths), entry])
    return list(found)


def module(*entries: str) -> str:
    """These files and all that they import, as one module."""
    texts = (IMPORT.sub("", read(path)) for path in needed(*entries))
    return EXPORT.sub("", "".join(texts))


def lean(text: str) -> str:
    """A module without the declarations that nothing in it uses."""
    parts = [""]
    for part in BEGIN.split(text):
        told = all(x.startswith("//") for x in parts[-1].splitlines())
        if told:  # a comment belongs to what stands below it
            parts[-1] += part
        else:
            parts.append(part)
    while True:
        words = Counter(w for part in parts for w in set(WORD.findall(part)))
        kept = [
            part
            for part in parts
            if not (name := NAME.search(part)) or words[name[1]] > 1
        ]
        if len(kept) == len(parts):
            return "".join(parts)
        parts = kept


def style(*entries: str) -> str:
    """The tokens, and the style sheets of these files and of all that they
    import.
    """
    own = [path.removesuffix("js") + "css" for path in needed(*entries)]
    sheets = (p for p in own if FOLDER.joinpath(p).is_file())
    return "".join(map(read, (TOKENS, *sheets)))


def figure(name: str) -> tuple[str, str] | None:
    """The module and the style sheet of a figure, by the name of its Python
    module; None if no script stands beside that.
    """
    entry = "/".join(name.split(".")[1:]) + ".js"
    if not FOLDER.joinpath(entry).is_file():
        return None
    return lean(module(entry)), style(entry)
