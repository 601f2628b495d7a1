"""Set the repository's address, once: `make owner OWNER=name` calls this.

The address stands in _config.yml. Badges and set-up cells of notebooks hold
copies of it and of the version's tag, which are brought up to date; nothing is
run.
"""

import re
import sys
from pathlib import Path

import nbformat
import notebooks

ROOT = Path(__file__).parent.parent
URL = re.compile(r"(?m)^(  url: https://github\.com/)([\w-]+)/([\w.-]+)$")
OWNER = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")
REPOSITORY = re.compile(r"(?!\.+$)[\w.-]{1,100}(?<!\.git)", re.ASCII)
LONGEST = 39  # letters that GitHub allows
USE = "write make owner OWNER=name, or OWNER=name/repository"


def parts(wanted: str) -> tuple[str, str]:
    """The owner and the repository, "" for the one that is there.

    Raises ValueError for what GitHub allows no one to be called.
    """
    owner, slash, repository = wanted.partition("/")
    if not OWNER.fullmatch(owner) or len(owner) > LONGEST or owner == "OWNER":
        raise ValueError(f"no name of an owner on GitHub: {owner!r}; {USE}")
    if slash and not REPOSITORY.fullmatch(repository):
        raise ValueError(f"no name of a repository: {repository!r}; {USE}")
    return owner, repository


def own(wanted: str, root: Path = ROOT) -> list[Path]:
    """Set the address and its copies; returns the files that changed.

    Raises ValueError for a bad name, or if _config.yml has no address.
    """
    owner, repository = parts(wanted)
    config = root / "_config.yml"
    before = config.read_text("utf-8")
    after, found = URL.subn(
        lambda m: f"{m[1]}{owner}/{repository or m[3]}", before, count=1
    )
    if not found:
        raise ValueError("_config.yml has no address on GitHub, as `url: ...`")
    config.write_text(after, "utf-8")
    changed = [config] if after != before else []
    return changed + [p for p in notebooks.paths(root) if stamped(p, root)]


def stamped(path: Path, root: Path) -> bool:
    """Bring the copies in a notebook up to date; True if they were not. What is
    stored with its outputs goes on to say that they belong to its code: the
    set-up cell has none.
    """
    before = path.read_text("utf-8")
    notebook = nbformat.reads(before, as_version=4)
    own_code = notebook.metadata.get("attnbook", {}).get("source")
    fresh = own_code == notebooks.fingerprint(notebook)
    notebooks.stamp(notebook, path, root)
    if fresh:
        notebook.metadata["attnbook"].source = notebooks.fingerprint(notebook)
    after = nbformat.writes(notebook) + "\n"
    if after != before:
        path.write_text(after, "utf-8")
    return after != before


def main(wanted: str) -> None:
    """Say what has changed."""
    try:
        changed = own(wanted)
    except ValueError as error:
        sys.exit(f"no owner set: {error}")
    address = notebooks.address()
    print(f"{address}: {len(changed)} files changed; commit and push them")


if __name__ == "__main__":
    main("".join(sys.argv[1:2]))
