"""Answers to `infill`, wrong and right."""

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.wrong("every hidden token has its own mark")
def one_for_each(tokens, spans, hidden):
    out = list(tokens)
    for begin, length in spans:
        for i in range(begin, begin + length):
            out[i] = hidden
    return out


@bank.wrong("from left to right, in the list that shrinks")
def positions_move(tokens, spans, hidden):
    out = list(tokens)
    for begin, length in spans:
        out[begin : begin + length] = [hidden]
    return out


@bank.wrong("an empty span is skipped")
def skips_empty(tokens, spans, hidden):
    out = list(tokens)
    for begin, length in reversed(spans):
        if length:
            out[begin : begin + length] = [hidden]
    return out


@bank.wrong("an empty span swallows the token there")
def empty_takes_one(tokens, spans, hidden):
    out = list(tokens)
    for begin, length in reversed(spans):
        out[begin : begin + max(1, length)] = [hidden]
    return out


@bank.wrong("begin and end")
def begin_and_end(tokens, spans, hidden):
    out = list(tokens)
    for begin, end in reversed(spans):
        out[begin:end] = [hidden]
    return out


@bank.wrong("the end is included")
def one_too_many(tokens, spans, hidden):
    out = list(tokens)
    for begin, length in reversed(spans):
        out[begin : begin + length + 1] = [hidden]
    return out


@bank.wrong("runs of hidden tokens are joined")
def joined(tokens, spans, hidden):
    gone = {i for b, n in spans for i in range(b, b + n)}
    out = []
    for i, token in enumerate(tokens):
        if i not in gone:
            out.append(token)
        elif not out or out[-1] != hidden:
            out.append(hidden)
    return out


@bank.wrong("the spans are cut out and nothing is put in")
def deleted(tokens, spans, hidden):
    gone = {i for b, n in spans for i in range(b, b + n)}
    return [t for i, t in enumerate(tokens) if i not in gone]


@bank.wrong("the argument is changed")
def in_the_argument(tokens, spans, hidden):
    for begin, length in spans[::-1]:
        tokens[begin : begin + length] = [hidden]
    return tokens


@bank.wrong("a dictionary of beginnings: of two spans at one place one is lost")
def by_beginning(tokens, spans, hidden):
    lengths, out, i = dict(spans), [], 0
    while i <= len(tokens):
        if i in lengths:
            out.append(hidden)
            if length := lengths.pop(i):
                i += length
                continue
        out += tokens[i : i + 1]
        i += 1
    return out


@bank.wrong("where there is no span, the very list that was given")
def the_list_itself(tokens, spans, hidden):
    return piece_by_piece(tokens, spans, hidden) if spans else tokens


@bank.wrong("the list of lists")
def nested(tokens, spans, hidden):
    out, at = [], 0
    for begin, length in spans:
        out += [tokens[at:begin], hidden]
        at = begin + length
    return [*out, tokens[at:]]


@bank.wrong("forgets what stands after the last span")
def no_rest(tokens, spans, hidden):
    out, at = [], 0
    for begin, length in spans:
        out += [*tokens[at:begin], hidden]
        at = begin + length
    return out


@bank.wrong("takes out all tokens that are equal to one of the span")
def by_value(tokens, spans, hidden):
    out = list(tokens)
    for begin, length in reversed(spans):
        gone = tokens[begin : begin + length]
        rest = [t for t in out[begin:] if t not in gone]
        out[begin:] = [hidden, *rest]
    return out


@bank.right
def from_the_right(tokens, spans, hidden):
    out = list(tokens)
    for begin, length in reversed(spans):
        out[begin : begin + length] = [hidden]
    return out


@bank.right
def piece_by_piece(tokens, spans, hidden):
    out, at = [], 0
    for begin, length in spans:
        out += [*tokens[at:begin], hidden]
        at = begin + length
    return out + tokens[at:]


@bank.right
def with_a_shift(tokens, spans, hidden):
    out, shift = tokens.copy(), 0
    for begin, length in spans:
        b = begin - shift
        out = out[:b] + [hidden] + out[b + length :]
        shift += length - 1
    return out


@bank.right
def token_by_token(tokens, spans, hidden):
    left, out, i = list(spans), [], 0
    while i < len(tokens) or left:
        if left and left[0][0] == i:
            out.append(hidden)
            i += left.pop(0)[1]
        else:
            out.append(tokens[i])
            i += 1
    return out


@bank.right
def recursive(tokens, spans, hidden):
    if not spans:
        return [*tokens]
    *before, (begin, length) = spans
    rest = tokens[begin + length :]
    return [*recursive(tokens[:begin], before, hidden), hidden, *rest]


@bank.right
def marks(tokens, spans, hidden):
    slots = [[t] for t in tokens] + [[]]
    for begin, length in spans:
        for i in range(begin, begin + length):
            slots[i] = []
    for begin, _ in spans:
        slots[begin] = [hidden, *slots[begin]]
    return [t for slot in slots for t in slot]
