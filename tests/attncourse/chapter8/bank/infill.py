"""Answers to `infill`, wrong and right."""

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.wrong("an empty span swallows the token there")
def empty_takes_one(tokens, spans, hidden):
    out = list(tokens)
    for begin, length in reversed(spans):
        out[begin : begin + max(1, length)] = [hidden]
    return out


@bank.wrong("the argument is changed")
def in_the_argument(tokens, spans, hidden):
    for begin, length in spans[::-1]:
        tokens[begin : begin + length] = [hidden]
    return tokens


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


@bank.wrong("walks over the tokens: never comes to a span behind the last")
def walk(tokens, spans, hidden):
    made, end = [], 0
    for t, token in enumerate(tokens):
        for begin, length in spans:
            if begin == t:
                made.append(hidden)
                end = begin + length
        if t >= end:
            made.append(token)
    return made


@bank.wrong("starts from the original each time: the last span alone counts")
def last_alone(tokens, spans, hidden):
    made = [*tokens]
    for begin, length in spans:
        made = [*tokens[:begin], hidden, *tokens[begin + length :]]
    return made


@bank.right
def piece_by_piece(tokens, spans, hidden):
    out, at = [], 0
    for begin, length in spans:
        out += [*tokens[at:begin], hidden]
        at = begin + length
    return out + tokens[at:]


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
