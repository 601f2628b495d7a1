"""Cases that no notebook has: made from those of an exercise, and the
instructor's own, from a Python file such as this:

    import torch

    split_heads = [
        dict(x=torch.randn(2, 3, 8), H=4),
        dict(H=3, B=2, T=5, D=21),  # sizes: numbers are drawn for x
    ]
    greedy = [dict(state=(3, 1), start=4, stop=5, limit=9)]

A list has the name of the function that is asked for, a case the arguments by
their names. A size is given by the letter of its axis; an argument that is left
out is drawn. Of `greedy` and `forced` all arguments but `step` are given.
"""

import runpy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from attncourse.checks import checker
from attncourse.checks.cases import OTHER, case
from attncourse.checks.exercise import Exercise
from attncourse.checks.loops.loop import Loop

Own = dict[str, Any]
Cases = dict[str, list[Own]]


def only(
    asked: Exercise | Loop, seed: int, own: Sequence[Own]
) -> Exercise | Loop:
    """The exercise with no case that students have; 0 makes none."""
    grown = asked.more(seed) if seed else asked
    new = [name for name in grown.cases if name not in asked.cases]
    more = {
        f"{OTHER}{number} of the instructor": {
            name: thawed(value) for name, value in given.items()
        }
        for number, given in enumerate(own, 1)
    }
    if isinstance(grown, Loop):
        return replace(grown, cases={n: grown.cases[n] for n in new} | more)
    drawn = {
        name: case(number, **given)
        for number, (name, given) in enumerate(more.items(), 1 + seed)
    }
    return replace(grown, cases={n: grown.cases[n] for n in new} | drawn)


def read(path: Path, known: Mapping[str, Exercise | Loop]) -> Cases:
    """The cases in an instructor's file, as plain data, for exercises by the
    name of their function. The file is run.

    Raises ValueError for a name that is no exercise of these, and for a case
    that the reference cannot take.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        try:
            said = runpy.run_path(str(path))
        except Exception as error:
            kind = type(error).__name__
            raise ValueError(f"{path} ends in {kind}: {error}") from error
    found: Cases = {}
    for name, cases in said.items():
        if name.startswith("_") or not isinstance(cases, list):
            continue
        if name not in known:
            names = ", ".join(known)
            raise ValueError(
                f"{path} has cases for {name}, which is none of these: {names}"
            )
        found[name] = [
            fit(known[name], given, f"{path}: {name}, case {number}")
            for number, given in enumerate(cases, 1)
        ]
    if not found:
        raise ValueError(f"{path} has no cases: see attncourse.grading.hidden")
    return found


def fit(asked: Exercise | Loop, given: Any, where: str) -> Own:
    """One case as plain data. Raises ValueError unless the reference is right
    in it.
    """
    if not isinstance(given, dict):
        raise ValueError(f"{where} is no dict of arguments")
    letters = {a for axes in asked.takes.values() for a in axes.split()}
    names = asked.takes.keys() - {"step"}
    loop = isinstance(asked, Loop)
    if unknown := given.keys() - names - ({"N"} if loop else letters):
        raise ValueError(
            f"{where} has {', '.join(sorted(unknown))}; the function takes "
            f"{', '.join(asked.takes)}"
        )
    if loop and (missing := names - given.keys()):
        raise ValueError(f"{where} lacks {', '.join(sorted(missing))}")
    for name, value in given.items():
        axes = asked.takes.get(name, "").split()
        if isinstance(value, Tensor) and axes and value.ndim != len(axes):
            raise ValueError(
                f"{where}: {name} has the axes {' '.join(axes)}, and here "
                f"{value.ndim}"
            )
    own = {name: frozen(value) for name, value in given.items()}
    alone = only(asked, 0, [own])
    try:
        checker.Check("the reference", alone).judge(asked.reference)
        if isinstance(alone, Loop):
            (run,) = alone.runs(alone.reference).values()
            if run.stopped:
                raise run.stopped
    except KeyError as error:
        raise ValueError(f"{where} lacks {error}") from error
    except Exception as error:
        reason, *_ = str(error).split("\n")
        raise ValueError(
            f"{where}: the reference cannot take it: {reason}"
        ) from error
    return own


def frozen(value: Any) -> Any:
    """A value as JSON has it. Numbers of tensors become float64, as those of
    all cases are.
    """
    if isinstance(value, Tensor):
        value = value.double() if value.is_floating_point() else value
        return {
            "numbers": value.flatten().tolist(),
            "shape": [*value.shape],
            "dtype": str(value.dtype).removeprefix("torch."),
        }
    if isinstance(value, set | frozenset):
        return {"set": sorted([*one] for one in value)}
    return [*map(frozen, value)] if isinstance(value, tuple | list) else value


def thawed(value: Any) -> Any:
    """The value again."""
    if isinstance(value, dict) and "set" in value:
        return {tuple(one) for one in value["set"]}
    if isinstance(value, dict):
        dtype = getattr(torch, value["dtype"])
        numbers = torch.tensor(value["numbers"], dtype=dtype)
        return numbers.reshape(value["shape"])
    return tuple(map(thawed, value)) if isinstance(value, list) else value
