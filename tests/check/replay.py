"""A neutral loop: it feeds a decoder the tokens that it is given."""

from attnbook.check.checker import Check
from attnbook.check.decoder import case
from attnbook.check.loops import decoding


def replay(step, state, tokens):
    """The likeliest token after each of the tokens."""
    said = []
    for token in tokens:
        row, state = step(state, token)
        said.append(int(row.argmax()))
    return said


check = Check(
    name="replay",
    takes={"step": "", "state": "", "tokens": "T"},
    returns={"said": "T"},
    reference=replay,
    cases=(case("one", state=(0, 0), tokens=(4, 9, 2, 6)),),
    looks=decoding(
        lambda given, expected: given["tokens"],
        lambda trace: [([7] * len(trace.log), "seven is fed.")],
        lambda trace: [([7], "seven is returned.")],
        lambda trace: "The list of tokens ends it.",
    ),
)


def fed(tokens, answer=None):
    """An answer that feeds these tokens."""

    def function(step, state, given):
        said = replay(step, state, tokens)
        return said if answer is None else answer

    return lambda step, state, tokens: function(step, state, tokens)
