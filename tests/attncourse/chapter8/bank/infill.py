"""Answers to `infill`, wrong and right."""

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def piece_by_piece(tokens, spans, hidden):
    out, at = [], 0
    for begin, length in spans:
        out += [*tokens[at:begin], hidden]
        at = begin + length
    return out + tokens[at:]


@bank.right
def from_the_end(tokens, spans, hidden):
    out = [*tokens]
    for begin, length in spans[::-1]:
        out[begin : begin + length] = [hidden]
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


SLIPS = {
    "where there is no span, the very list that was given": (
        "return out + tokens[at:]",
        "return out + tokens[at:] if out else tokens",
    ),
    "the list of lists": ("[*t", "[t", "+ tokens[at:]", "+ [tokens[at:]]"),
}
bank.slips(piece_by_piece, SLIPS)
SLIPS = {
    "an empty span swallows the token there": ("length]", "max(1, length)]"),
    "the argument is changed": ("[*tokens]", "tokens"),
    "starts from the original each time: the last span alone counts": (
        "[::-1]",
        "",
        "out[begin",
        "out = [*tokens]\n        out[begin",
    ),
}
bank.slips(from_the_end, SLIPS)
WALK = "walks over the tokens: never comes to a span behind the last"
bank.slips(token_by_token, {WALK: (" or left", "")})
FRESH = {
    "hidden first": ("*tokens[at:begin], hidden", "hidden, *tokens[at:begin]"),
    "goes on with the last token of the span": ("+ length", "+ length - 1"),
    "adds up the lengths alone": ("at = begin + length", "at += length"),
}
bank.fresh(piece_by_piece, FRESH)
FRESH = {
    "the hidden token is put in first, and taken out with the span": (
        "out[begin : begin + length] = [hidden]",
        "out.insert(begin, hidden)\n        del out[begin : begin + length]",
    ),
}
bank.fresh(from_the_end, FRESH)
