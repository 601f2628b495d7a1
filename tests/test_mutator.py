"""The mutator on a function small enough to write down everything that can be
wrong with it.
"""

import ast

from tests.mutator import Mutator

TOY = '''
import torch

def toy(x: "B 1", y=1):
    """Not changed, nor is the message of the error."""
    if x < 2 and not y:
        raise ValueError(f"{x + y}")
    total = torch.stack(x, dim=0)
    total += x.abs(y, -3)
    return torch.einsum("ab,cb->ac", total) if True else max(x, y)
'''
CHANGES = """
1 -> 2 | 1 -> 0
if x < 2 and (not y): -> if True: | if x < 2 and (not y): -> if False:
x < 2 and (not y) -> x < 2 or not y
x < 2 and (not y) -> not y
x < 2 and (not y) -> x < 2
x < 2 -> x <= 2 | x < 2 -> x >= 2 | 2 -> 3 | not y -> y
total = torch.stack(x, dim=0) -> pass
torch.stack(x, dim=0) -> torch.stack(x)
torch.stack(x, dim=0) -> x
0 -> 1
total += x.abs(y, -3) -> total -= x.abs(y, -3) | total += x.abs(y, -3) -> pass
x.abs(y, -3) -> x.abs(-3, y) | x.abs(y, -3) -> x | -3 -> 3 | 3 -> 4
torch.einsum('ab,cb->ac', total) if True else max(x, y)
 -> torch.einsum('ab,cb->ac', total)
torch.einsum('ab,cb->ac', total) if True else max(x, y) -> max(x, y)
torch.einsum('ab,cb->ac', total) -> torch.einsum(total, 'ab,cb->ac')
torch.einsum('ab,cb->ac', total) -> 'ab,cb->ac'
'ab,cb->ac' -> 'ba,cb->ac'
'ab,cb->ac' -> 'ab,bc->ac'
'ab,cb->ac' -> 'ab,cb->ca'
True -> False | max(x, y) -> x
"""


def test_every_small_change_is_made_once():
    found = [mutant.change for mutant in Mutator(TOY).mutants()]
    expected = [
        f"toy: {change.strip()}"
        for line in CHANGES.strip().replace("\n ->", " ->").splitlines()
        for change in line.split("|")
    ]
    assert sorted(found) == sorted(expected)


def test_each_mutant_is_the_source_with_one_change_and_no_two_are_alike():
    sources = [mutant.source for mutant in Mutator(TOY).mutants()]
    plain = ast.unparse(ast.parse(TOY))
    assert len({*sources, plain}) == len(sources) + 1
    for source in sources:
        changed = [
            (old, new)
            for old, new in zip(
                plain.splitlines(), source.splitlines(), strict=True
            )
            if old != new
        ]
        assert len(changed) == 1


def test_changes_that_look_alike_are_numbered():
    twice = [
        mutant.change
        for mutant in Mutator("def f(x):\n    return x < 2, x < 2").mutants()
    ]
    assert len(set(twice)) == len(twice) == 6
    assert "f: x < 2 -> x <= 2 (2)" in twice


def test_a_decorator_is_taken_off():
    (mutant,) = Mutator("@cache\ndef f():\n    return None").mutants()
    assert mutant.source == "def f():\n    return None"
