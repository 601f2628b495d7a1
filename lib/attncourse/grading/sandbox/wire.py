"""What passes between the grader and a student's process: JSON, and the bytes
of tensors.

A message is the length of its head, the head, and the bytes of its tensors.
Whoever reads believes nothing: neither the lengths nor the types.
"""

import json
import math
import struct
from collections.abc import Callable
from functools import lru_cache
from numbers import Integral, Real
from typing import Any

import torch
from torch import Tensor

from attncourse.grading.sandbox import frames
from attncourse.grading.sandbox.frames import MOST, Broken, Large

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
CALL = "$function"
Call = Callable[[int], Any]


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
    if type(value) in (Tensor, torch.nn.Parameter):
        if value.is_meta:
            return {"$other": "a tensor without numbers (on the device meta)"}
        if value.layout == torch.strided:
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


def unpack(
    message: bytes, call: Call | None = None, head: int = frames.MOST
) -> Any:
    """What a message says; `call` makes the functions that it names.

    head: so many bytes of it may be JSON, of which each can become an object.
    Raises Broken, Large.
    """
    try:
        (length,) = LENGTH.unpack_from(message)
        if length > head:
            raise Large
        place = LENGTH.size + length
        tree, sizes = json.loads(message[LENGTH.size : place])
        if any(type(n) is not int or n < 0 for n in sizes):
            raise Broken
        if place + sum(sizes) != len(message):
            raise Broken
        buffers = list[bytearray]()
        for size in sizes:
            buffers.append(bytearray(message[place : place + size]))
            place += size
        return _value(tree, buffers, call)
    except (ValueError, TypeError, LookupError, struct.error) as error:
        raise Broken from error
    except (RecursionError, OverflowError) as error:
        raise Broken from error


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
        return other(str(tree["$other"])[:80])()
    if CALL in tree and call:
        return call(tree[CALL])
    return {key: _value(part, buffers, call) for key, part in tree.items()}


@lru_cache(100)  # a class takes a thousand bytes, and may stand for anything
def other(name: str) -> type:
    """The class of what is neither data nor a function, by its name alone."""
    return type(name, (), {})
