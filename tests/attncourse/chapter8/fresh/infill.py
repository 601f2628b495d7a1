"""Fresh answers to `infill`, written with its messages closed."""

from tests.attncourse.checks.bank import Bank

bank = Bank()


def backwards(tokens, spans, hidden):
    for begin, length in reversed(spans):
        tokens[begin : begin + length] = [hidden]
    return tokens


bank.wrong("changes the list that it was given")(backwards)
bank.wrong("keeps one span of those that begin at the same token")(
    lambda tokens, spans, hidden: backwards(
        [*tokens], [*dict(spans).items()], hidden
    )
)
bank.wrong("a span of length 0 takes a token out")(
    lambda tokens, spans, hidden: backwards(
        [*tokens], [(b, max(n, 1)) for b, n in spans], hidden
    )
)


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


@bank.wrong("corrects later places by the length, and forgets the new token")
def off_by_hidden(tokens, spans, hidden):
    made, gone = [*tokens], 0
    for begin, length in spans:
        made[begin - gone : begin - gone + length] = [hidden]
        gone += length
    return made


@bank.wrong("spans that touch become one hidden token")
def merged(tokens, spans, hidden):
    made, end = [], 0
    for begin, length in spans:
        made += tokens[end:begin]
        if made[-1:] != [hidden]:
            made.append(hidden)
        end = begin + length
    return made + tokens[end:]


@bank.wrong("starts from the original each time: the last span alone counts")
def last_alone(tokens, spans, hidden):
    made = [*tokens]
    for begin, length in spans:
        made = [*tokens[:begin], hidden, *tokens[begin + length :]]
    return made


@bank.wrong("puts the hidden token before what stands in front of the span")
def too_early(tokens, spans, hidden):
    made, end = [], 0
    for begin, length in spans:
        made += [hidden, *tokens[end:begin]]
        end = begin + length
    return made + tokens[end:]


bank.right(lambda tokens, spans, hidden: backwards([*tokens], [*spans], hidden))


@bank.right
def from_the_left(tokens, spans, hidden):
    made, moved = list(tokens), 0
    for begin, length in spans:
        del made[begin + moved : begin + moved + length]
        made.insert(begin + moved, hidden)
        moved += 1 - length
    return made
