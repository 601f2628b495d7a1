"""Answers to `longest_copy`, wrong and right."""

from difflib import SequenceMatcher

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_growing(text, source):
    begin, length = 0, 0
    for i in range(len(text)):
        while i + length < len(text) and text[i : i + length + 1] in source:
            begin, length = i, length + 1
    return begin, length


@bank.right
def by_a_table(text, source):
    """One row of runs that end at each place of the source."""
    best, length = 0, 0
    runs = [0] * (len(source) + 1)
    for i, letter in enumerate(text):
        runs = [0] + [
            runs[j] + 1 if other == letter else 0
            for j, other in enumerate(source)
        ]
        if max(runs) > length:
            length = max(runs)
            best = i + 1 - length
    return best, length


@bank.right
def by_length(text, source):
    """The longest first."""
    for length in range(len(text), 0, -1):
        for begin in range(len(text) - length + 1):
            if text[begin : begin + length] in source:
                return begin, length
    return 0, 0


SLIPS = {
    "the last of several": (
        "range(len(text) - length + 1)",
        "reversed(range(len(text) - length + 1))",
    ),
    "capitals do not count": (
        "text[begin : begin + length] in source",
        "text[begin : begin + length].lower() in source.lower()",
    ),
    "a run may not end the text": (
        "range(len(text) - length + 1)",
        "range(len(text) - length)",
    ),
    "the end is returned, not the length": (
        "return begin, length",
        "return begin, begin + length",
    ),
    "the length alone": ("return begin, length", "return length"),
    "the order is wrong": ("return begin, length", "return length, begin"),
}
bank.slips(by_length, SLIPS)
FRESH = {
    "the text of the run, not where it begins": (
        "return begin, length",
        "return text[begin : begin + length], length",
    ),
    "never a single letter": ("(len(text), 0, -1)", "(len(text), 1, -1)"),
    "where it stands in the source": (
        "return begin, length",
        "return source.index(text[begin : begin + length]), length",
    ),
    "never the whole text": ("range(len(text), 0", "range(len(text) - 1, 0"),
}
bank.fresh(by_length, FRESH)


@bank.wrong(
    "a heuristic of the standard library that leaves out what is common"
)
def junk(text, source):
    match = SequenceMatcher(str.isspace, text, source).find_longest_match()
    return match.a, match.size


@bank.wrong("every letter that stands in the source counts")
def letters(text, source):
    return 0, sum(letter in source for letter in text)


@bank.wrong("the longest beginning of the text")
def beginning(text, source):
    fits = [n for n in range(len(text) + 1) if text[:n] in source]
    return 0, max(fits)
