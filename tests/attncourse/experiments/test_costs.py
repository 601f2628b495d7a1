"""What a step costs is measured fairly."""

import os

from attncourse.experiments import costs


def test_ways_take_turns_and_the_first_round_is_not_counted(monkeypatch):
    clock = iter([0, 9, 9, 10, 10, 12, 12, 13, 13, 16, 16, 18])
    monkeypatch.setattr(costs.time, "perf_counter", lambda: next(clock))
    said = []
    ways = {name: lambda name=name: said.append(name) for name in "ab"}
    assert costs.rounds(ways, 2) == {"a": 2.5, "b": 1.5}
    assert said == list("ababab")


def test_afresh_is_another_process():
    assert costs.afresh(os.getpid) != os.getpid()
