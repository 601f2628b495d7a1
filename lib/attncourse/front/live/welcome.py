"""One sentence through the translators of three chapters, word by word: the
figure of the first page.
"""

from typing import Self

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    PLAIN,
    TRANSFORMER,
    recorded,
)
from attncourse.chapter1.live.translator import LiveTranslator
from attncourse.experiments import results

MODELS = {
    PLAIN: "One vector",
    ATTENTIVE: "Attention",
    TRANSFORMER: "Transformer",
}
SHOWN = 3  # recorded sentences


class LiveWelcome(LiveTranslator):
    """Three translators write side by side; what the words read lights up.

    Its models, examples and answers are those of `LiveTranslator`; here there
    are three, and those with attention have weights.
    """

    WHO = "Three translators"
    READS = "What the last one reads, as weights"

    @classmethod
    def shipped(cls) -> Self:
        """The figure with its recorded sentences: test sentences of 8 to 14
        words, chosen by their length alone.
        """
        stored = [results.load(name) for name in MODELS]
        plain, attentive, transformer = stored
        both, all_three = recorded(plain, attentive), recorded(*stored)
        looked = {one["sentence"]: one["answers"][1] for one in both}
        examples = []
        for one in all_three[:SHOWN]:
            first, _, last = one["answers"]
            answers = [first, looked[one["sentence"]], last]
            examples.append(one | {"answers": answers})
        models = [
            (one.name, MODELS[one.name], one.value("bytes")) for one in stored
        ]
        return cls(models, examples)


welcome = LiveWelcome.shipped
