"""Answers to `forced`, wrong and right."""

from functools import reduce

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(step, state, start, target):
    said, fed = [], [start, *target[:-1]]
    for token in fed:
        scores, state = step(state, token)
        said.append(int(scores.argmax()))
    return said


@bank.right
def recursive(step, state, start, target):
    if not target:
        return []
    scores, state = step(state, start)
    rest = recursive(step, state, target[0], target[1:])
    return [max(range(len(scores)), key=scores.tolist().__getitem__), *rest]


@bank.right
def reduced(step, state, start, target):
    def read(before, token):
        scores, state = step(before[1], token)
        return [*before[0], int(scores.argmax(-1))], state

    return reduce(read, (start, *target[:-1]), ([], state))[0]


FED = "[start, *target[:-1]]"
PUT = "said,", "target.insert(0, start)\n    said,", FED, "target[:-1]"
SLIPS = {
    "one step too many": ("[:-1]", ""),
    "feeds the token that is to be predicted": (FED, "target"),
    "drops the first token, not the last": ("[:-1]", "[1:]"),
    "feeds start at each step": (FED, "[start] * len(target)"),
    "feeds its own tokens": ("token)", "said[-1] if said else start)"),
    "does not pass the state on": ("scores, state", "scores, _"),
    "returns within the loop": ("    return", "        return"),
    "puts start into the target, in place": PUT,
}
bank.slips(plain, SLIPS)
FRESH = {
    "says what it feeds": ("int(scores.argmax())", "token"),
    "does not feed start, and is one step short": ("start, *", "*"),
    "the answer begins with start": ("= []", "= [start]"),
    "the log-probability, no token": ("int(scores.argmax", "float(scores.max"),
}
bank.fresh(plain, FRESH)
