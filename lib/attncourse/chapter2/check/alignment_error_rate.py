"""The alignment error rate of Och and Ney 2003, equation 7."""

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def links(pairs):
    return {(int(t), int(s)) for t, s in pairs.split()}


def sets(found, sure, possible=""):
    true = links(sure)
    either = true | links(possible)
    return case(found=links(found), sure=true, possible=either)


def draw(chance):
    """Links of some kinds, and a few of none that are found."""
    drawn = [f"{t}{s}" for t in range(6) for s in range(6)]
    chance.shuffle(drawn)
    sure, more, none = (
        [drawn.pop() for _ in range(chance.randint(2, 5))] for _ in range(3)
    )
    found = chance.sample(sure + more, 4) + none[: chance.randint(0, 2)]
    return sets(*map(" ".join, (found, sure, more)))


exercise = Exercise(
    takes={"found": "", "sure": "", "possible": ""},
    returns=("rate",),
    steps={
        "AS": Step(
            "", lambda found, sure: len(found & sure), "both found and sure"
        ),
        "AP": Step(
            "",
            lambda found, possible: len(found & possible),
            "both found and possible",
        ),
        "A": Step("", lambda found: len(found), "the number of links found"),
        "S": Step("", lambda sure: len(sure), "the number of sure links"),
        "above": Step("", lambda AS, AP: AS + AP, "the numerator"),
        "below": Step("", lambda A, S: A + S, "the denominator"),
        "right": Step("", lambda above, below: above / below, "their ratio"),
        "rate": Step(
            "",
            lambda right: 1 - right,
            "1 minus the ratio",
            "1 - ({AS} + {AP}) / ({A} + {S})",
        ),
    },
    cases={
        "one of two links": sets("00 11", "00 12"),
        "all found": sets("00 12", "00 12"),
        "none right": sets("01 13", "00 12 20"),
        "one link too many": sets("00 12 20", "00 12"),
        "one link too few": sets("00", "00 12 21"),
        "a possible link found": sets("00 12 22", "00 12", "22"),
        "possible links not found": sets("00 12", "00 12", "22 23 24"),
        "some of each kind": sets(
            "00 12 22 31 42 55 56", "00 12 21 30", "22 31 45 46 65"
        ),
    },
    mistakes={
        "brackets are missing around the numerator": {
            "rate": lambda AS, AP, below: 1 - AS + AP / below
        },
        "brackets are missing around the denominator": {
            "rate": lambda above, A, S: 1 - above / A + S
        },
        "brackets are missing around numerator and denominator": {
            "rate": lambda AS, AP, A, S: 1 - AS + AP / A + S
        },
        "1 is divided, too": {"rate": lambda above, below: (1 - above) / below},
        "a link in both sets is counted only once": {
            "below": lambda found, sure: len(found | sure)
        },
        "only the first positions are compared": {
            "AS": lambda a, b: len({t for t, _ in a} & {t for t, _ in b}),
            "AP": lambda a, b: len({t for t, _ in a} & {t for t, _ in b}),
        },
    },
    draw=draw,
)
