"""Bytes between processes: whole, in time, or an error with a name."""

import os
from contextlib import suppress

import pytest

from attncourse.grading.sandbox import frames


@pytest.fixture
def pipe():
    """Its two ends; a test may have closed them."""
    source, target = os.pipe()
    os.set_blocking(target, False)
    yield source, target
    for end in (source, target):
        with suppress(OSError):
            os.close(end)


def test_a_message_arrives_as_it_was(pipe) -> None:
    source, target = pipe
    for message in (b"", b"abc", bytes(9000)):
        frames.send(target, message, 5)
        assert frames.receive(source, 5) == message


@pytest.mark.parametrize(
    ("written", "error"),
    [
        (frames.LENGTH.pack(2**60), frames.Broken),
        (frames.LENGTH.pack(101) + bytes(101), frames.Large),
        (frames.LENGTH.pack(9) + b"early", frames.Ended),
        (b"", frames.Ended),
    ],
)
def test_what_is_no_message_is_none(pipe, written, error) -> None:
    source, target = pipe
    os.write(target, written)
    os.close(target)
    with pytest.raises(error):
        frames.receive(source, 5, most=100)


def test_who_says_nothing_is_waited_for_as_long_as_was_said(pipe) -> None:
    source, target = pipe
    with pytest.raises(frames.Silent):
        frames.receive(source, 0.01)
    with pytest.raises(frames.Silent):
        frames.send(target, bytes(2**22), 0.01)
    os.close(source)
    with pytest.raises(frames.Ended):
        frames.send(target, b"1")


def test_who_waits_looks_around(pipe, monkeypatch) -> None:
    """And stops when it has seen enough."""
    monkeypatch.setattr(frames, "LOOK", 0.001)
    looks = iter(range(3))
    with pytest.raises(StopIteration):
        frames.receive(pipe[0], 100, look=lambda: next(looks))
