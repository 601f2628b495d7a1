"""What several machines have graded is what one machine would have."""

import json
import shutil
from pathlib import Path

import pytest

from attncourse.grading import classroom, grade
from attncourse.grading.handed_in import Shard
from attncourse.grading.outputs import folder as outputs
from attncourse.grading.outputs.merge import begin, merge
from tests.attncourse.grading.outputs.toys import (
    ASSIGNMENT,
    everything,
    hand_in,
    judge,
)
from tests.attncourse.grading.toys import judged_here

CLASS = {
    "ann": (2, 4),
    "Bob": (0, 1),
    "=cy": (2, 0),
    "d é": (1, 0),
    "eve": (2, 4),
}


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a class has handed in, in `in`; one is no notebook."""
    judged_here(monkeypatch)
    monkeypatch.setattr(grade, "grade", judge)
    hand_in(tmp_path / "in", CLASS)
    (tmp_path / "in" / "fay.ipynb").write_text("<script>")
    return tmp_path


def machine(room: Path, out: str, shard: Shard) -> Path:
    """One of several, with a folder of its own, or one that all have."""
    begin(room / "in", shard, room / out)
    target = room / out / "students"
    [*classroom.mark_all(room / "in", ASSIGNMENT, target, shard=shard)]
    return room / out


def alone(room: Path) -> dict[str, bytes]:
    """What one machine writes."""
    target = room / "alone" / "students"
    marked = classroom.mark_all(room / "in", ASSIGNMENT, target)
    names = sorted(one.student for one in marked)
    paths = [classroom.place(name, target) for name in names]
    outputs.write(outputs.Rows(paths), ASSIGNMENT, room / "alone")
    return everything(room / "alone")


def test_a_class_that_changes_between_two_shards_is_told(room: Path) -> None:
    """Every other student would be another one."""
    one = machine(room, "one", Shard(1, 2))
    hand_in(room / "in", {"aa": (1, 1)})
    two = machine(room, "two", Shard(2, 2))
    with pytest.raises(ValueError, match="came or went"):
        merged(room, one, two)


def merged(room: Path, *parts: Path, out: str = "out") -> dict[str, bytes]:
    """What a merge writes."""
    rows = merge(parts, ASSIGNMENT, room / out)
    outputs.write(rows, ASSIGNMENT, room / out)
    return everything(room / out)


def test_two_shards_are_one_class_byte_by_byte(room: Path) -> None:
    """In any order, again, and if all wrote into one folder."""
    first, second = (machine(room, str(k), Shard(k, 2)) for k in (1, 2))
    assert len(everything(first / "students")) == 3
    assert merged(room, second, first) == alone(room)
    assert merged(room, first, second, second) == alone(room)
    for k in (1, 2):
        machine(room, "shared", Shard(k, 2))
    found = merged(room, room / "shared", out="shared")
    lists = {f"shards/{k}-of-2.json" for k in (1, 2)}
    assert {k: v for k, v in found.items() if k not in lists} == alone(room)


def test_a_shard_may_have_nobody(room: Path) -> None:
    parts = [machine(room, str(k), Shard(k, 7)) for k in range(1, 8)]
    assert merged(room, *parts) == alone(room)


def test_what_a_shard_has_kept_of_others_is_left_out(room: Path) -> None:
    """Of a student who is no longer in the class."""
    first = machine(room, "1", Shard(1, 1))
    shutil.copy(first / "students" / "ann.json", first / "students" / "x.json")
    assert merged(room, first) == alone(room)


def refused(room: Path, *parts: Path) -> str:
    """Why a merge refuses; it has written nothing."""
    with pytest.raises(ValueError) as refusal:
        merge(parts, ASSIGNMENT, room / "out")
    assert not (room / "out").exists()
    return str(refusal.value)


def test_a_missing_shard_is_named(room: Path) -> None:
    second = machine(room, "2", Shard(2, 3))
    assert refused(room, second) == "no part has shard 1/3, 3/3"
    many = machine(room, "9", Shard(1, 9))
    assert refused(room, many).endswith("2/9, 3/9, 4/9, 5/9, 6/9 and 3 more")


def test_what_is_no_part_of_this_assignment_is_refused(room: Path) -> None:
    """Another assignment, a file that is cut off, no part, no list, shards of
    two runs, a student twice and not the same.
    """
    first = machine(room, "1", Shard(1, 1))
    assert "no graded students are in" in refused(room, room / "in")
    other = machine(room, "2", Shard(1, 2))
    assert refused(room, first, other) == ("shards of different runs: 1/1, 1/2")
    path = first / "students" / "ann.json"
    whole = path.read_text()
    shutil.copytree(first, room / "3")
    changed = json.dumps(json.loads(whole) | {"points": 9})
    (room / "3" / "students" / "ann.json").write_text(changed)
    twice = refused(room, first, room / "3")
    assert "a student twice, and not the same" in twice
    path.write_text(whole[:50])
    assert "not whole" in refused(room, first)
    path.unlink()
    assert refused(room, first).endswith("has not graded all its students: ann")
    path.write_text(whole.replace('"assignment": "', '"assignment": "0'))
    assert "made for another assignment" in refused(room, first)
    (first / "shards" / "1-of-1.json").write_text("[]")
    assert "no list" in refused(room, first)
