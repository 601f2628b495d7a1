"""A file is whole or absent, whatever goes wrong while it is written."""

import errno
import os
import resource
from contextlib import contextmanager
from unittest.mock import Mock

import pytest

from attnbook import files
from tests.toys import refused


@contextmanager
def no_file_longer_than(size: int):
    """The kernel itself refuses the rest of a longer write, as a full disk
    does.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_others_may_read_what_was_written(tmp_path):
    """A file gets the permissions that any new file gets here."""
    plain = tmp_path / "plain"
    plain.touch()
    written = files.write(tmp_path / "written", b"")
    assert written.stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("old", [None, b"old"])
def test_a_full_disk_leaves_the_old_file_or_none(tmp_path, old):
    path = tmp_path / "file.bin"
    if old is not None:
        path.write_bytes(old)
    with no_file_longer_than(100), refused("cannot write .*file.bin", OSError):
        files.write(path, b"x" * 1000)
    assert [p.read_bytes() for p in tmp_path.iterdir()] == (
        [] if old is None else [old]
    )


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, None])
def test_a_failure_at_the_very_end_leaves_nothing(
    tmp_path, monkeypatch, number
):
    """Neither of the system nor by the user, who interrupts."""
    why = os.strerror(number) if number else ""
    error = OSError(number, why) if number else KeyboardInterrupt()
    monkeypatch.setattr(files.os, "fsync", Mock(side_effect=error))
    says = f"cannot write .*file.bin: {why}" if number else "^$"
    with refused(says, type(error)) as caught:
        files.write(tmp_path / "file.bin", b"content")
    assert getattr(caught.value, "errno", None) == number
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path):
    (tmp_path / "file").touch()
    with refused("cannot write .*file/below", OSError):
        files.write(tmp_path / "file" / "below", b"content")


@pytest.mark.parametrize(
    "error", [ValueError("wrong content"), OSError("no answer")]
)
def test_an_error_of_the_writer_stays_what_it_is_and_leaves_the_old_file(
    tmp_path, error
):
    """It is not the disk's: nothing is said of writing."""
    path = files.write(tmp_path / "file.bin", b"old")
    with refused(f"^{error}$", type(error)), files.atomic(path) as file:
        file.write(b"half")
        raise error
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [
        ("file.bin", b"old")
    ]


def test_sha256_of_the_standard():
    """FIPS 180-4, the example "abc"."""
    assert (
        files.sha256(b"abc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


def test_the_cache_is_the_users_own_by_default(monkeypatch, tmp_path):
    monkeypatch.delenv("ATTNBOOK_CACHE", raising=False)
    assert files.cache().name == "attnbook"
    assert files.cache().is_absolute()
    monkeypatch.setenv("ATTNBOOK_CACHE", str(tmp_path))
    assert files.cache() == tmp_path


def test_a_regular_file_of_some_size_is_read(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"12345678")
    assert files.regular(str(path), 8) == path
    with refused("a has 8 bytes: at most 7 are read"):
        files.regular(path, 7)
    with refused("absent", FileNotFoundError):
        files.regular(tmp_path / "absent", 7)
    with refused(str(tmp_path), IsADirectoryError):
        files.regular(tmp_path, 7)
