"""What several machines have graded, brought together.

Each leaves, beside its students' files, the list of those that it has to
grade, so that what is missing is named.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attnbook import files
from attncourse.grading.classroom import Assignment, place, read
from attncourse.grading.handed_in import Shard, students
from attncourse.grading.outputs.folder import Rows
from attncourse.grading.tasks import written

CHANGED = (
    "students came or went between two shards: grade all shards again, what "
    "is graded is kept"
)
SHOWN = 5  # names in an error
LIST = re.compile(r"(\d+)-of-(\d+)")


def begin(folder: Path, shard: Shard, out: Path) -> Path:
    """Write down whom a shard is going to grade, and of what class."""
    names = [place(name, Path()).name for name in students(folder, shard)]
    everybody = "\0".join(students(folder)).encode("utf-8", "surrogateescape")
    said = {"students": names, "class": files.sha256(everybody)}
    path = out / "shards" / f"{shard.part}-of-{shard.of}.json"
    return files.write(path, written(said).encode())


def merge(parts: Sequence[Path], assignment: Assignment, out: Path) -> Rows:
    """Bring the students' files of all parts into one folder: what is said of
    the class.

    Raises ValueError, and writes nothing, where a part was made for another
    assignment or class, a student is missing, or stands twice and not the
    same.
    """
    shards: set[Shard] = set()
    classes: set[str] = set()
    found: dict[str, Path] = {}
    digests: dict[str, str] = {}
    for part in parts:
        own, names, of = listed(part)
        shards |= own
        classes |= of
        if len(classes) > 1:
            raise ValueError(f"{CHANGED}: {part}")
        for name in names:
            path = part / "students" / name
            if read(path).get("assignment") != assignment.digest:
                raise ValueError(
                    f"made for another assignment, or not whole: {path}"
                )
            digest = files.sha256(path.read_bytes())
            if digests.setdefault(name, digest) != digest:
                raise ValueError(
                    f"a student twice, and not the same: {path}, {found[name]}"
                )
            found[name] = path
    complete(shards)
    return Rows(brought(found, out / "students"))


def listed(part: Path) -> tuple[set[Shard], list[str], set[str]]:
    """The shards of a part, its students' files (those that its lists name, or
    all where it has no list), and what class they are of.

    Raises ValueError if it is no part, or if one of them is missing.
    """
    lists = sorted((part / "shards").glob("[!.]*.json"))
    there = sorted(path.name for path in (part / "students").glob("[!.]*.json"))
    if not lists and not there:
        raise ValueError(f"no graded students are in {part}")
    shards: set[Shard] = set()
    names: set[str] = set()
    classes: set[str] = set()
    for path in lists:
        known, said = LIST.fullmatch(path.stem), read(path)
        own = said.get("students")
        if not known or own is None:
            raise ValueError(f"no list of a shard's students: {path}")
        shards.add(Shard(int(known[1]), int(known[2])))
        names.update(own)
        classes.add(str(said.get("class")))
        missing = sorted({*own} - {*there})
        if missing:
            raise ValueError(
                f"shard {known[1]}/{known[2]} has not graded all its students: "
                f"{some(missing)}"
            )
    return shards, sorted(names) if shards else there, classes


def some(names: Sequence[str]) -> str:
    """The first of some names, and how many there are."""
    rest = len(names) - SHOWN
    more = f" and {rest} more" if rest > 0 else ""
    first = (name.removesuffix(".json") for name in names[:SHOWN])
    return f"{', '.join(first)}{more}"


def complete(shards: set[Shard]) -> None:
    """Raises ValueError unless these are all shards of one class."""
    counts = {shard.of for shard in shards}
    if len(counts) > 1:
        raise ValueError(
            f"shards of different runs: {', '.join(map(shown, sorted(shards)))}"
        )
    for of in counts:
        known = {shard.part for shard in shards}
        missing = sorted({*range(1, of + 1)} - known)
        if missing:
            names = [shown(Shard(part, of)) for part in missing]
            raise ValueError(f"no part has shard {some(names)}")


def shown(shard: Shard) -> str:
    """A shard as it is asked for."""
    return f"{shard.part}/{shard.of}"


def brought(found: dict[str, Path], target: Path) -> Iterator[Path]:
    """Copy the files that are not there yet."""
    for name, source in found.items():
        path = target / name
        content = source.read_bytes()
        if not path.is_file() or path.read_bytes() != content:
            files.write(path, content)
        yield path
