"""Answers to `forced`, wrong and right."""

from functools import reduce

from tests.attncourse.checks.bank import Bank

bank = Bank()


def run(step, state, fed):
    said = []
    for token in fed:
        scores, state = step(state, token)
        said.append(int(scores.argmax()))
    return said


bank.wrong("one step too many")(
    lambda step, state, start, target: run(step, state, [start, *target])
)
bank.wrong("feeds the token that is to be predicted")(
    lambda step, state, start, target: run(step, state, target)
)
bank.wrong("drops the first token, not the last")(
    lambda step, state, start, target: run(step, state, [start, *target[1:]])
)
bank.wrong("feeds start at each step")(
    lambda step, state, start, target: run(step, state, [start] * len(target))
)


@bank.wrong("feeds its own tokens")
def free(step, state, start, target):
    said = [start]
    for _ in target:
        scores, state = step(state, said[-1])
        said.append(int(scores.argmax()))
    return said[1:]


@bank.wrong("does not pass the state on")
def no_state(step, state, start, target):
    fed = [start, *target[:-1]]
    return [int(step(state, token)[0].argmax()) for token in fed]


@bank.wrong("returns within the loop")
def early(step, state, start, target):
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        return [int(scores.argmax())]


@bank.wrong("puts start into the target, in place")
def in_place(step, state, start, target):
    target.insert(0, start)
    return run(step, state, target[:-1])


@bank.right
def by_number(step, state, start, target):
    said = [0] * len(target)
    for t in range(len(target)):
        scores, state = step(state, target[t - 1] if t else start)
        said[t] = scores.argmax().item()
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
