"""A checkpoint is whole or refused; the newest two are kept; the last good one
is named.
"""

import os
from unittest.mock import Mock

import pytest
import torch

from attnbook import files
from attnbook.train import checkpoint
from tests.toys import refused

STATE = {
    "x": torch.arange(7.0),
    "history": [{"epoch": 1, "train": 0.1 + 0.2}],
    "step": 3,
}


@pytest.fixture
def two(tmp_path):
    """A good checkpoint of step 1 and one of step 2, about to be damaged."""
    return [
        checkpoint.save(tmp_path, step, STATE | {"step": step})
        for step in (1, 2)
    ]


def test_what_was_saved_is_loaded(tmp_path):
    state = checkpoint.load(checkpoint.save(tmp_path, 3, STATE))
    assert torch.equal(state.pop("x"), STATE["x"])
    assert state == {"history": STATE["history"], "step": 3}


def test_the_newest_two_are_kept(tmp_path):
    for step in (9, 10, 99, 100):
        checkpoint.save(tmp_path, step, STATE)
    names = ["step-00000099.ckpt", "step-00000100.ckpt"]
    assert sorted(os.listdir(tmp_path)) == names
    assert checkpoint.newest(tmp_path).name == "step-00000100.ckpt"


def test_an_empty_or_absent_folder_has_none(tmp_path):
    assert checkpoint.newest(tmp_path) is None
    assert checkpoint.newest(tmp_path / "absent") is None


def test_a_truncated_checkpoint_is_refused_and_the_last_good_one_named(two):
    good, bad = two
    content = bad.read_bytes()
    for length in {0, 1, 30, 86, 87, len(content) // 2, len(content) - 1}:
        bad.write_bytes(content[:length])
        with refused(
            rf"damaged checkpoint: {bad} \({length} bytes\).*go on from "
            rf"{good.name}"
        ):
            checkpoint.load(bad)
    assert checkpoint.load(good)["step"] == 1


def test_one_altered_byte_anywhere_is_noticed(two):
    _, bad = two
    content = bytearray(bad.read_bytes())
    places = [*range(100), *range(100, len(content), 61), len(content) - 1]
    for place in places:
        altered = content.copy()
        altered[place] ^= 0x20
        bad.write_bytes(altered)
        with refused("damaged checkpoint"):
            checkpoint.load(bad)


def test_with_no_good_one_left_it_says_so(two):
    for path in two:
        path.write_bytes(path.read_bytes()[:-1])
    with refused("there is no other: delete it to start afresh"):
        checkpoint.load(two[1])


def test_a_disk_that_fills_up_leaves_the_older_checkpoints(
    two, tmp_path, monkeypatch
):
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr(files.os, "fsync", full)
    with refused("cannot write .*step-00000003.ckpt: No space", OSError):
        checkpoint.save(tmp_path, 3, STATE)
    assert sorted(tmp_path.iterdir()) == two


def test_runs_lie_where_the_variable_says_or_in_the_cache(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    assert checkpoint.runs() == tmp_path / "runs"
    monkeypatch.delenv("ATTNBOOK_RUNS")
    monkeypatch.setenv("ATTNBOOK_CACHE", str(tmp_path / "cache"))
    assert checkpoint.runs() == tmp_path / "cache" / "runs"


def test_what_a_killed_write_left_is_swept_when_the_folder_is_locked(tmp_path):
    (tmp_path / ".step-00000001.ckpt.c854963f").touch()
    (tmp_path / ".hidden").touch()
    with checkpoint.locked(tmp_path):
        assert sorted(path.name for path in tmp_path.glob(".*")) == [".hidden"]
