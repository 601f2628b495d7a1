"""The next token by a draw: the tokens on a line, each as long as it is
probable.
"""

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import share

INF = float("inf")


def uniform(inputs):
    """Draws from 0 to 1."""
    inputs["draws"] = inputs["draws"].sigmoid()


def spread(inputs):
    """Logits that are far apart, so that order and temperature matter."""
    inputs["logits"] = 2 * inputs["logits"]


def rows(seed, B, N, temperature):
    return case(seed, uniform, spread, B=B, N=N, temperature=temperature)


def draw(chance):
    B, N = chance.randint(3, 7), chance.randint(3, 9)
    return rows(chance.randrange(2**31), B, N, chance.uniform(0.4, 2.0))


def reached(sums, draws):
    return sums <= draws[:, None]


exercise = Exercise(
    takes={"logits": "B N", "draws": "B", "temperature": ""},
    returns=("tokens",),
    steps={
        "scaled": Step(
            "B N",
            lambda logits, temperature: logits / temperature,
            "over the temperature",
        ),
        "shares": Step(
            "B N", lambda scaled: scaled.softmax(-1), "", share("scaled")
        ),
        "sums": Step("B N", lambda shares: shares.cumsum(-1), "up to each"),
        "passed": Step(
            "B N", reached, "which tokens end before the draw, or at it"
        ),
        "tokens": Step(
            "B", lambda passed: passed.sum(-1), "the first that ends behind it"
        ),
    },
    cases={
        "two tokens": case(logits=((0.0, 1.0),), draws=(0.5,), temperature=1.0),
        "three tokens, at both ends": case(
            logits=((2.0, 0.0, 1.0),) * 3,
            draws=(0.1, 0.7, 0.95),
            temperature=1.0,
        ),
        "equal tokens": case(
            logits=((1.0, 1.0, 1.0),) * 3,
            draws=(0.2, 0.5, 0.8),
            temperature=3.0,
        ),
        "a token of probability 0, and the draw 0": case(
            logits=((-INF, 1.0, 0.0), (0.0, -INF, 1.0)),
            draws=(0.0, 0.6),
            temperature=1.0,
        ),
        "large logits": case(
            logits=((1000.0, 1001.0, 1001.5), (-1000.0, -999.0, -998.0)),
            draws=(0.6, 0.6),
            temperature=1.0,
        ),
        "cold: the temperature is 0.5": rows(1, 7, 5, 0.5),
        "hot: the temperature is 2": rows(2, 7, 5, 2.0),
        "as many rows as tokens": rows(3, 6, 6, 0.8),
    },
    mistakes={
        "the temperature comes after the softmax": {
            "scaled": lambda logits: 1 * logits,
            "shares": lambda scaled, temperature: (
                scaled.softmax(-1) / temperature
            ),
        },
        "the likeliest token is taken: the draw is not used": {
            "tokens": lambda logits: logits.argmax(-1)
        },
        "the first token that is more probable than the draw is taken": {
            "tokens": lambda shares, draws: (
                (shares > draws[:, None]).int().argmax(-1)
            )
        },
        "the tokens are sorted, so that ranks are returned": {
            "sums": lambda shares: shares.sort(-1, True).values.cumsum(-1)
        },
        "the tokens are sorted, the rarest first; ranks are returned": {
            "sums": lambda shares: shares.sort(-1).values.cumsum(-1)
        },
        "a token that ends at the draw is taken, even one of probability 0": {
            "passed": lambda sums, draws: sums < draws[:, None]
        },
        "the token whose end is nearest to the draw is taken": {
            "tokens": lambda sums, draws: (
                (sums - draws[:, None]).abs().argmin(-1)
            )
        },
        "one token too early is taken": {
            "tokens": lambda passed: (passed.sum(-1) - 1).clamp(min=0)
        },
    },
    draw=draw,
)
