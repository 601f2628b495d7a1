"""What passes between grader and student: data as it was, all else refused."""

import json
import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as some

from attncourse.grading.sandbox import frames, wire

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


@given(DATA)
def test_data_arrives_as_it_was(data: object) -> None:
    assert wire.unpack(wire.pack(data)) == data


@pytest.mark.parametrize("dtype", wire.TYPES.values(), ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (3, 4)])
def test_tensors_arrive_as_they_were(dtype, shape) -> None:
    x = (10 * torch.rand(shape)).to(dtype)
    x = x.T if x.dim() == 2 else x  # not contiguous
    found = wire.unpack(wire.pack([x, {"x": x}]))
    assert found[0].dtype == dtype and found[0].shape == x.shape
    assert torch.equal(found[0], x) and torch.equal(found[1]["x"], x)


def test_what_is_no_data_is_named() -> None:
    class Odd:
        pass

    class Own(torch.Tensor):
        pass

    odd = [Odd(), Odd, torch.eye(2).to_sparse(), torch.eye(2).as_subclass(Own)]
    found = wire.unpack(wire.pack([*odd, torch.empty(2, device="meta")]))
    *names, meta = [type(one).__name__ for one in found]
    assert names == ["Odd", "type", "Tensor", "Own"]
    assert meta.startswith("a tensor without numbers")


def framed(head: object, *buffers: bytes) -> bytes:
    """A message with this head."""
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    return b"".join([wire.LENGTH.pack(len(text)), text, *buffers])


BROKEN = {
    "nothing": b"",
    "bytes that no tensor has": framed([1, []], b"1"),
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
    with pytest.raises(frames.Broken):
        wire.unpack(message)


def test_too_large_is_not_sent() -> None:
    for value in (
        torch.empty(frames.MOST + 1, dtype=torch.uint8),
        "a" * frames.MOST,
    ):
        with pytest.raises(frames.Large):
            wire.pack(value)


def test_numbers_that_are_none_arrive() -> None:
    found = wire.unpack(wire.pack([math.nan, math.inf, -math.inf]))
    assert math.isnan(found[0]) and found[1:] == [math.inf, -math.inf]


def test_what_would_take_long_is_broken() -> None:
    """Many entries of one hash; a text that nobody reads to its end."""
    for value in ({*range(wire.SET + 1)}, "a" * (wire.TEXT + 1)):
        with pytest.raises(frames.Broken):
            wire.unpack(wire.pack(value))
    assert wire.unpack(wire.pack({*range(wire.SET)})) == {*range(wire.SET)}


def test_more_objects_than_any_answer_has_are_not_made() -> None:
    message = wire.pack([{"$other": str(k)} for k in range(20_000)])
    with pytest.raises(frames.Large):
        wire.unpack(message, head=2**18)
