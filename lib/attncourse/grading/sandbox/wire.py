"""What passes between the grader and a student's process: JSON, and the bytes
of tensors.

A message is the length of its head, the head, and the bytes of its tensors.
Whoever reads believes nothing: not the lengths, not the types, not that there
is a message at all.
"""

import json
import math
import os
import select
import struct
import time
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any

import torch
from torch import Tensor

MOST = 2**26  # bytes of one message
TYPES = {
    str(x).removeprefix("torch."): x
    for x in (
        *(torch.float64, torch.float32, torch.float16, torch.bfloat16),
        *(torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8),
        *(torch.bool, torch.complex64, torch.complex128),
    )
}
LENGTH = struct.Struct("!Q")
SET = 10_000  # entries: one for each number that a student may choose
TEXT = 20_000  # characters that a student's process may say at once
PART = select.PIPE_BUF  # so much can be written where anything can
CALL = "$function"
Call = Callable[[int], Any]


class Broken(Exception):
    """What came is no message."""


class Silent(Exception):
    """Nothing came in time."""


class Ended(Exception):
    """The other side is gone."""


class Large(Exception):
    """A message that would be larger than any may be."""


def pack(message: Any) -> bytes:
    """A message as bytes. Raises Large."""
    buffers: list[bytes] = []
    tree = _tree(message, buffers, MOST)
    head = json.dumps([tree, [*map(len, buffers)]]).encode()
    whole = b"".join([LENGTH.pack(len(head)), head, *buffers])
    if len(whole) > MOST:
        raise Large
    return whole


def _tree(value: Any, buffers: list[bytes], most: int) -> Any:
    """A value as JSON has it; tensors go into the buffers, and what is neither
    data nor a function is named by its type.
    """
    if isinstance(value, str) and len(value) > most:
        raise Large
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Real):
        return int(value) if isinstance(value, Integral) else float(value)
    if isinstance(value, tuple | list):
        parts = [_tree(part, buffers, most) for part in value]
        return {"$tuple": parts} if isinstance(value, tuple) else parts
    if type(value) is set:
        return {"$set": [_tree(part, buffers, most) for part in value]}
    if type(value) is dict:
        return {str(k): _tree(part, buffers, most) for k, part in value.items()}
    if isinstance(value, Tensor) and value.layout == torch.strided:
        return _tensor(value.detach().cpu(), buffers, most)
    return {"$other": type(value).__name__}


def _tensor(value: Tensor, buffers: list[bytes], most: int) -> Any:
    name = str(value.dtype).removeprefix("torch.")
    if name not in TYPES:
        return {"$other": f"Tensor of {name}"}
    if value.numel() * value.element_size() > most:
        raise Large
    plain = value.resolve_conj().resolve_neg().contiguous().flatten()
    buffers.append(plain.view(torch.uint8).numpy().tobytes())
    return {"$tensor": [name, [*value.shape], len(buffers) - 1]}


def receive(source: int, seconds: float, call: Call | None = None) -> Any:
    """The next message of a file descriptor; `call` makes the functions that it
    names.

    Raises Broken, Silent, Ended, Large.
    """
    until = time.monotonic() + seconds
    (length,) = LENGTH.unpack(_bytes(source, LENGTH.size, until))
    if length > MOST:
        raise Broken
    try:
        tree, sizes = json.loads(_bytes(source, length, until))
        whole = all(type(n) is int and n >= 0 for n in sizes)
        if not whole or sum(sizes) > MOST:
            raise Broken
        buffers = [_bytes(source, size, until) for size in sizes]
        return _value(tree, buffers, call)
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise Broken from error


def _bytes(source: int, count: int, until: float) -> bytearray:
    """So many bytes, read in time."""
    found = bytearray()
    while len(found) < count:
        left = until - time.monotonic()
        ready, _, _ = select.select([source], [], [], max(left, 0))
        if not ready:
            raise Silent
        part = os.read(source, min(count - len(found), 2**20))
        if not part:
            raise Ended
        found += part
    return found


def _value(tree: Any, buffers: list[bytearray], call: Call | None) -> Any:
    """What a tree stands for."""
    if isinstance(tree, list):
        return [_value(part, buffers, call) for part in tree]
    if isinstance(tree, str) and len(tree) > TEXT and call is None:
        raise Broken
    if not isinstance(tree, dict):
        return tree
    if "$tuple" in tree:
        return tuple(_value([*tree["$tuple"]], buffers, call))
    if "$set" in tree:
        if len(tree["$set"]) > SET:
            raise Broken
        return {*_value([*tree["$set"]], buffers, call)}
    if "$tensor" in tree:
        name, shape, place = tree["$tensor"]
        content, dtype = buffers[place], TYPES[name]
        if any(type(n) is not int or n < 0 for n in shape):
            raise Broken
        if math.prod(shape) * dtype.itemsize != len(content):
            raise Broken
        if not content:
            return torch.empty(shape, dtype=dtype)
        return torch.frombuffer(content, dtype=dtype).reshape(shape)
    if "$other" in tree:
        return type(str(tree["$other"])[:80], (), {})()
    if CALL in tree and call:
        return call(tree[CALL])
    return {key: _value(part, buffers, call) for key, part in tree.items()}


def send(target: int, message: bytes, seconds: float = math.inf) -> None:
    """Write all of a message. Raises Ended, Silent if nobody reads it in
    time.
    """
    until, rest = time.monotonic() + seconds, memoryview(message)
    try:
        while rest:
            left = None if seconds == math.inf else until - time.monotonic()
            if left is not None:
                left = max(left, 0)
            if not select.select([], [target], [], left)[1]:
                raise Silent
            rest = rest[os.write(target, rest[:PART]) :]
    except OSError as error:
        raise Ended from error
