"""README's tree names what is there, each with its role, and nothing else."""

import re
from collections import Counter

from tests.environment import ROOT, tracked

ENTRY = re.compile(
    r"^(?P<indent> *)(?P<name>\S+?)(?P<folder>/?) {2,}(?P<role>\S.*)$"
)
ALIKE = re.compile(r"^test_\w+\.py$")
"""Files that mirror others one to one and have one line together."""


def tree() -> dict[str, dict[str, str]]:
    """For each folder that README opens: the names in it, with their roles."""
    block = re.search(
        r"```text\n(.*?)```",
        (ROOT / "README.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
    assert block, "README.md has no tree (a block marked text)"
    opened, path = {"": {}}, []
    for line in block[1].splitlines():
        entry = ENTRY.match(line)
        assert entry, f"not a name with a role: {line!r}"
        depth = len(entry["indent"]) // 2
        folder = "/".join(path[:depth])
        known = opened.setdefault(folder, {})
        assert entry["name"] not in known, f"it stands there twice: {line!r}"
        known[entry["name"]] = entry["role"]
        path[depth:] = [entry["name"]]
    return opened


def there(folder: str) -> set[str]:
    """The names that stand in a folder of the checkout; in chapterN, those
    that more than one chapter has.
    """
    depth = len(folder.split("/")) if folder else 0
    if not folder.endswith("/chapterN"):
        return {
            re.sub(r"^chapter\d+$", "chapterN", path.parts[depth])
            for path in tracked(folder or ".")
        }
    rooms = ROOT.glob(folder.replace("chapterN", "chapter[0-9]*"))
    names = (there(str(room.relative_to(ROOT))) for room in rooms)
    count = Counter(name for room in names for name in room)
    return {name for name, times in count.items() if times > 1}


def test_tree_is_the_checkout() -> None:
    """At every level that README shows, it shows exactly what is there."""
    for folder, entries in tree().items():
        shown = {name for name in entries if name != "test_*.py"}
        real = {
            name
            for name in there(folder)
            if not (ALIKE.match(name) and "test_*.py" in entries)
        }
        assert shown == real, (
            f"{folder or 'top'}: only in README {shown - real}, only on disk "
            f"{real - shown}"
        )


def test_no_file_has_the_name_of_a_folder_beside_it() -> None:
    """Python would import one or the other, by what was imported before."""
    files = [path for path in tracked() if path.suffix == ".py"]
    assert [p for p in files if (ROOT / p).with_suffix("").is_dir()] == []
