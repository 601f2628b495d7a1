"""One sentence through the translators of three chapters, word by word: the
figure of the first page.
"""

from typing import Any, Self

from attnbook.metrics.tokens import matched
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
LIT = "orange"  # the colour of the word that is looked at


class LiveWelcome(LiveTranslator):
    """Three translators write side by side; what the words read lights up.

    Its models, examples and answers are those of `LiveTranslator`; here there
    are three, and those with attention have weights.
    """

    WHO = "Three translators"
    READS = "What the last one reads, as weights"

    @classmethod
    def shipped(cls) -> Self:
        """The figure with its recorded sentences: of the stored ones, which
        length alone has chosen, those in which attention helps most, none with
        the colour that marks a word.
        """
        stored = [results.load(name) for name in MODELS]
        both, last = recorded(*stored[:2]), recorded(stored[2])
        examples = [
            one | {"answers": one["answers"] + other["answers"]}
            for one, other in zip(both, last, strict=True)
            if LIT not in one["sentence"]
        ]
        examples.sort(key=helped, reverse=True)
        models = [
            (one.name, MODELS[one.name], one.value("bytes")) for one in stored
        ]
        return cls(models, examples[:SHOWN])


def helped(example: dict[str, Any]) -> int:
    """How many more words of the last translation the second one has than the
    first.
    """
    first, second, last = (one["text"].split() for one in example["answers"])
    return sum(matched(second, last)) - sum(matched(first, last))


welcome = LiveWelcome.shipped
