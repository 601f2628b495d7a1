"""What translators cost in training when the Transformer came: numbers of the
paper.
"""

from typing import NamedTuple

from attncourse.figures import plots
from attncourse.figures.figure import Captioned


class Translator(NamedTuple):
    """English to German, newstest2014: BLEU, and the cost of its training in
    10^18 floating-point operations.
    """

    name: str
    bleu: float
    cost: float


EARLIER = [
    Translator("GNMT", 24.6, 23),
    Translator("ConvS2S", 25.16, 9.6),
    Translator("MoE", 26.03, 20),
]
BASE, BIG = Translator("base", 27.3, 3.3), Translator("big", 28.4, 23)
"""Table 2 of Vaswani et al. 2017: single models whose cost it gives. The first
is recurrent, the second is made of convolutions, and the third is recurrent and
has experts; the last two are Transformers.
"""


def training_cost() -> Captioned:
    """What each costs, with its BLEU."""
    assert all(
        BASE.bleu > one.bleu and BASE.cost < one.cost / 2 for one in EARLIER
    ), "the small Transformer is better and cheaper"
    shown = [*EARLIER, BASE, BIG]
    figure = plots.bars(
        [f"{one.name} {one.bleu:.1f}" for one in shown],
        {"training": [one.cost for one in shown]},
        "translator, and its BLEU",
        "10¹⁸ operations in training",
        alt="What five translators cost in training, each with its BLEU.",
    )
    share = BASE.cost / min(one.cost for one in EARLIER)
    return figure.captioned(
        f"""The smaller Transformer (*base*) is better than the three before it,
        and its training costs {share:.0%} of the cheapest of theirs. English to
        German, single models; GNMT is recurrent, ConvS2S is made of
        convolutions, MoE has experts between recurrent layers. Cited, not
        measured here: [Vaswani et al. 2017](https://arxiv.org/abs/1706.03762),
        table 2, whose authors estimate the cost from hours, processors and
        their speed."""
    )
