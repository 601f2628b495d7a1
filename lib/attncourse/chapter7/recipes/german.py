"""German to English on Multi30k: the three kinds of translators, each measured
in the same way.
"""

import time
from dataclasses import dataclass, replace
from typing import Any

from attnbook.data import translation
from attnbook.metrics.bleu import chrf
from attnbook.pretrained import Translator
from attnbook.train.settings import Averaged
from attncourse.chapter1.recipes import translate
from attncourse.chapter1.recipes.translate import Translate
from attncourse.chapter7.recipes.rivals import EVEN, Unkept


@dataclass(frozen=True)
class Scored(Unkept):
    """What a scoreboard shows beside BLEU is measured, too."""

    def also(
        self, translator: Translator, hypotheses: list[str]
    ) -> dict[str, tuple[Any, str]]:
        """ChrF of the beam, and how fast sentences are translated greedily."""
        test = translation.load(self.base.corpus, self.base.pair, "test")
        sources, references = map(list, zip(*test, strict=True))
        started = time.process_time()
        translator.translate(sources)
        rate = len(sources) / (time.process_time() - started)
        return {
            "chrf": (chrf(hypotheses, references), "chrF"),
            "sentences_a_second": (rate, "1/s"),
        }


ENDED = Averaged(
    epochs=40, rate=2e-3, warmup=400, schedule="constant", patience=3
)
"""Only the validation loss ends it."""


def german(kind: str, base: Translate, seed: int = 1) -> Scored:
    """The translator of that kind, from German to English."""
    name = f"translate-de-en-{kind}"
    return Scored(name, replace(base, name=name, pair="de-en", seed=seed))


SEQ2SEQ, BAHDANAU = (
    german(kind, replace(base, dropouts=(0.3,), settings=ENDED))
    for kind, base in (
        ("seq2seq", translate.SEQ2SEQ),
        ("bahdanau", translate.BAHDANAU),
    )
)
TRANSFORMER, SECOND, THIRD = (
    german(
        kind,
        replace(
            EVEN.base,
            settings=replace(EVEN.base.settings, epochs=40, patience=40),
        ),
        seed,
    )
    for seed, kind in enumerate(
        ("transformer", "transformer-second", "transformer-third"), start=1
    )
)
"""Three seeds. As many layers on both sides: from English to French this has
the lower validation loss.
"""
ALL = SEQ2SEQ, BAHDANAU, TRANSFORMER, SECOND, THIRD
