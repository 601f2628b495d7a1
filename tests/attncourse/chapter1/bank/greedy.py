"""Answers to `greedy`, wrong and right."""

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(step, state, start, stop, limit):
    said, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        said.append(token)
    return said


@bank.right
def recursive(step, state, start, stop, limit):
    scores, state = step(state, start) if limit > 0 else ([], state)
    if limit <= 0 or scores.argmax() == stop:
        return []
    token = scores.argmax().item()
    return [token] + recursive(step, state, token, stop, limit - 1)


@bank.right
def while_loop(step, state, start, stop, limit):
    said = [start]
    while said[-1] != stop or len(said) == 1:
        if len(said) > limit:
            return said[1:]
        scores, state = step(state, said[-1])
        said += [int(scores.max(-1).indices)]
    return said[1:-1]


SLIPS = {
    "never stops before the limit": ("break", "pass"),
    "does not pass the state on": ("scores, state", "scores, _"),
    "one token more than the limit": ("(limit)", "(limit + 1)"),
    "counts the stop token into the limit": ("(limit)", "(limit - 1)"),
    "returns within the loop": ("(token)\n", "(token)\n        return said\n"),
}
bank.slips(plain, SLIPS)
STOP = "        if token == stop:\n            break\n"
FED = STOP, "", "        scores,", f"{STOP}        scores,"
FRESH = {
    "feeds start at each step": ("state, token)", "state, start)"),
    "looks for stop in what it feeds": FED,
    "cuts off the last token": ("return said", "return said[:-1]"),
    "returns nothing when it stops": ("break", "return"),
}
bank.fresh(plain, FRESH)
