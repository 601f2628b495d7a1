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
from attncourse.chapter1.recipes.translate import Translate, fit
from attncourse.chapter7.recipes.rivals import EVEN
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Scored:
    """A translator for each seed, trained with the first of its dropout rates
    until its validation loss has stopped falling.
    """

    name: str
    base: Translate
    seeds: tuple[int, ...] = (1,)

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train each, and measure it on the test sentences."""
        workspace.check_writable(self.name)
        scores: Rows = []
        epochs: Rows = []
        groups: Rows = []
        said: dict[str, Any] = {}
        signature: tuple[Any, str] = ("", "sacrebleu")
        for seed in self.seeds:
            name = f"{self.name}/{seed}"
            base = replace(self.base, name=name, seed=seed)
            translator, history = fit(
                base, base.dropouts[0], workspace, progress=progress
            )
            values, tables, samples = base.measure(translator)
            said = said or {"hypotheses": samples["hypotheses"]}
            signature = values.pop("signature")
            one = {"seed": seed} | {
                k: value for k, (value, _) in values.items()
            }
            scores.append(one | also(translator, base, samples, history))
            groups += tables["by_length"]
            epochs += [{"seed": seed} | row for row in history]
        return workspace.write(
            self,
            seconds=sum(row["seconds"] for row in scores),
            values={"signature": signature},
            tables={"scores": scores, "by_length": groups, "epochs": epochs},
            samples=said,
        )


def also(
    translator: Translator,
    base: Translate,
    samples: dict[str, Any],
    history: Rows,
) -> dict[str, Any]:
    """What a scoreboard shows beside BLEU: chrF of the beam, sentences that are
    translated in a second, greedily, and what the training took.
    """
    test = translation.load(base.corpus, base.pair, "test")
    sources, references = map(list, zip(*test, strict=True))
    started = time.process_time()
    translator.translate(sources)
    spent = time.process_time() - started
    last = history[-1]
    return {
        "chrf": chrf(samples["hypotheses"], references),
        "sentences_a_second": len(sources) / spent,
        "trained": len(history),
        "seconds": last["seconds"],
        "processor": last["processor"],
    }


ENDED = Averaged(
    epochs=40, rate=2e-3, warmup=400, schedule="constant", patience=3
)
"""Only the validation loss ends it."""


def german(kind: str, base: Translate, seeds: tuple[int, ...] = (1,)) -> Scored:
    """The translator of that kind, from German to English."""
    name = f"translate-de-en-{kind}"
    return Scored(name, replace(base, name=name, pair="de-en"), seeds)


SEQ2SEQ, BAHDANAU = (
    german(kind, replace(base, dropouts=(0.3,), settings=ENDED))
    for kind, base in (
        ("seq2seq", translate.SEQ2SEQ),
        ("bahdanau", translate.BAHDANAU),
    )
)
TRANSFORMER = german(
    "transformer",
    replace(
        EVEN.base, settings=replace(EVEN.base.settings, epochs=50, patience=50)
    ),
    seeds=(1, 2, 3),
)
"""As many layers on both sides: from English to French this has the lower
validation loss.
"""
ALL = SEQ2SEQ, BAHDANAU, TRANSFORMER
