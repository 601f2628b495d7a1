"""The longest run of characters that stands in another text, too."""

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def copied(text, source):
    """From each character on, how many stand in the source in this order."""
    found, n = [], 0
    for begin in range(len(text)):
        n = max(n - 1, 0)  # without its first character the run is still there
        while begin + n < len(text) and text[begin : begin + n + 1] in source:
            n += 1
        found.append(n)
    return found


def longest(runs):
    """The place of the first of the largest numbers."""
    return max(range(len(runs)), key=lambda i: runs[i], default=0)


def pair(text, source):
    return case(text=text, source=source)


def draw(chance):
    """Texts of three letters, one of which the source may lack."""
    text = "".join(chance.choices("abc ", k=chance.randint(6, 14)))
    source = "".join(chance.choices("abc"[: chance.randint(2, 3)], k=23))
    return pair(text, source)


exercise = Exercise(
    takes={"text": "", "source": ""},
    returns=("begin", "length"),
    learned=False,
    steps={
        "runs": Step("", copied, "how far each character's run goes"),
        "length": Step("", lambda runs: max(runs, default=0), "the longest"),
        "begin": Step(
            "",
            lambda runs: longest(runs),
            "where the first of that length begins",
        ),
    },
    cases={
        "a word in the middle": pair("my cats sleep", "two cats sit"),
        "nothing in common": pair("abc", "xyz"),
        "all of it": pair("cats", "two cats sit"),
        "the text is longer than the source": pair("a cat, a cat", "cat"),
        "the run ends with the text": pair("see the cat", "I saw the cat sit"),
        "two runs of one length": pair("abc-xbcd", "bcd abc"),
        "letters in another order": pair("stop", "pots"),
        "capitals differ": pair("The cat", "the cat"),
        "spaces count": pair("ab c", "a b c"),
        "a run that begins again": pair("aab aaab", "xaaab"),
        "no text": pair("", "cat"),
    },
    mistakes={
        "the last run of that length is taken, not the first": {
            "begin": lambda runs, length: (
                len(runs) - 1 - longest(runs[::-1]) if length else 0
            )
        },
        "what is returned is where the run ends, not its length": {
            "length": lambda runs: longest(runs) + max(runs, default=0)
        },
        "a run of one character does not count": {
            "runs": lambda text, source: [
                n * (n > 1) for n in copied(text, source)
            ]
        },
        "the whole text does not count": {
            "runs": lambda text, source: [
                min(n, len(text) - 1) for n in copied(text, source)
            ]
        },
        "the source ends one character too early": {
            "runs": lambda text, source: copied(text, source[:-1])
        },
        "the source begins one character too late": {
            "runs": lambda text, source: copied(text, source[1:])
        },
        "text and source are swapped": {
            "runs": lambda text, source: copied(source, text)
        },
        "whole words are compared, not characters": {
            "runs": lambda text, source: [
                len(word) if word in source.split() else 0
                for word in text.split()
            ]
        },
        "only the beginning of the text is compared": {
            "runs": lambda text, source: copied(text, source)[:1]
        },
        "capitals and small letters are taken for the same": {
            "runs": lambda text, source: copied(text.lower(), source.lower())
        },
        "the run may not end where the text ends": {
            "runs": lambda text, source: [
                min(n, len(text) - 1 - i)
                for i, n in enumerate(copied(text, source))
            ]
        },
        "where it begins is counted in the source": {
            "begin": lambda text, source, runs, length: source.find(
                text[(i := longest(runs)) : i + length]
            )
        },
        "letters are counted, in whatever order": {
            "runs": lambda text, source: [
                sum(x in source for x in text[i:]) for i in range(len(text))
            ]
        },
    },
    draw=draw,
)
