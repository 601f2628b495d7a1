"""What passes between grader and student: data as it was, all else refused."""

import json
import math
import os
from contextlib import suppress
from threading import Thread

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as some

from attncourse.grading.sandbox import wire

DATA = some.recursive(
    some.none()
    | some.booleans()
    | some.integers(-(2**63), 2**63)
    | some.floats(allow_nan=False)
    | some.text(),
    lambda inner: (
        some.lists(inner, max_size=4)
        | some.lists(inner, max_size=4).map(tuple)
        | some.sets(some.tuples(some.integers(0, 9), some.text()))
        | some.dictionaries(some.text("abc", max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


def passed(message: bytes) -> object:
    """What is read of these bytes, after which the writer is gone."""
    source, target = os.pipe()

    def write() -> None:
        with suppress(wire.Ended):
            wire.send(target, message, 5)
        os.close(target)

    writer = Thread(target=write)
    writer.start()
    try:
        return wire.receive(source, 5)
    finally:
        os.close(source)
        writer.join()


@given(DATA)
def test_data_arrives_as_it_was(data: object) -> None:
    assert passed(wire.pack(data)) == data


@pytest.mark.parametrize("dtype", wire.TYPES.values(), ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (3, 4)])
def test_tensors_arrive_as_they_were(
    dtype: torch.dtype, shape: tuple[int, ...]
) -> None:
    x = (10 * torch.rand(shape)).to(dtype)
    x = x.T if x.dim() == 2 else x  # not contiguous
    found = passed(wire.pack([x, {"x": x}]))
    assert found[0].dtype == dtype and found[0].shape == x.shape
    assert torch.equal(found[0], x) and torch.equal(found[1]["x"], x)


def test_what_is_no_data_is_named() -> None:
    class Odd:
        pass

    found = passed(wire.pack([Odd(), Odd, torch.eye(2).to_sparse()]))
    names = [type(one).__name__ for one in found]
    assert names == ["Odd", "type", "Tensor"]


def framed(head: object, *buffers: bytes) -> bytes:
    """A message with this head."""
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    return b"".join([wire.LENGTH.pack(len(text)), text, *buffers])


WHOLE = [["$tensor"], []]
BROKEN = {
    "a length beyond all": wire.LENGTH.pack(2**60),
    "no JSON": framed(b"\xff{"),
    "pickle": framed(b"\x80\x04cos\nsystem\n"),
    "no pair": framed([1]),
    "a size below 0": framed([1, [-1]]),
    "a size that is no number": framed([1, ["8"]]),
    "sizes beyond all": framed([1, [2**40]]),
    "a tensor without bytes": framed([{"$tensor": ["float64", [1], 0]}, []]),
    "a tensor of another size": framed(
        [{"$tensor": ["float64", [3], 0]}, [8]], bytes(8)
    ),
    "a tensor of an unknown type": framed(
        [{"$tensor": ["object", [1], 0]}, [8]], bytes(8)
    ),
    "a shape below 0": framed(
        [{"$tensor": ["float64", [-1, -1], 0]}, [8]], bytes(8)
    ),
    "a shape of words": framed(
        [{"$tensor": ["float64", ["1"], 0]}, [8]], bytes(8)
    ),
    "100,000 lists in each other": framed(b"[" * 10**5 + b"]" * 10**5),
    "a number of 100,000 digits": framed(b"[" + b"9" * 10**5 + b", []]"),
}


@pytest.mark.parametrize("message", BROKEN.values(), ids=BROKEN)
def test_what_is_no_message_is_refused(message: bytes) -> None:
    with pytest.raises(wire.Broken):
        passed(message)


def test_a_message_that_ends_early_is_none() -> None:
    with pytest.raises(wire.Ended):
        passed(wire.pack([1, 2])[:-3])


def test_who_says_nothing_is_waited_for_as_long_as_was_said() -> None:
    source, target = os.pipe()
    with pytest.raises(wire.Silent):
        wire.receive(source, 0.01)
    os.set_blocking(target, False)
    with pytest.raises(wire.Silent):
        wire.send(target, bytes(2**22), 0.01)
    os.close(source)
    with pytest.raises(wire.Ended):
        wire.send(target, b"1")
    os.close(target)


def test_too_large_is_not_sent() -> None:
    for value in (
        torch.empty(wire.MOST + 1, dtype=torch.uint8),
        "a" * wire.MOST,
    ):
        with pytest.raises(wire.Large):
            wire.pack(value)


def test_numbers_that_are_none_arrive() -> None:
    found = passed(wire.pack([math.nan, math.inf, -math.inf]))
    assert math.isnan(found[0]) and found[1:] == [math.inf, -math.inf]


def test_what_would_take_long_is_broken() -> None:
    """Many entries of one hash; a text that nobody reads to its end."""
    for value in ({*range(wire.SET + 1)}, "a" * (wire.TEXT + 1)):
        with pytest.raises(wire.Broken):
            passed(wire.pack(value))
    assert passed(wire.pack({*range(wire.SET)})) == {*range(wire.SET)}
