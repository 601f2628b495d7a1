"""Do the colours of a sentence stay with what they belong to? Sentences of our
own, with one to four colours.
"""

import random
import re
from dataclasses import dataclass
from typing import Any

from attnbook import pretrained
from attnbook.pretrained import Translator
from attncourse.chapter1.recipes.translate import BAHDANAU, SEQ2SEQ
from attncourse.chapter1.recipes.translation_metrics import alignment, cut
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace

SENTENCES = (
    "a woman in a {} hat sits on a bench.",
    "a woman in a {} hat and a man in a {} shirt sit on a bench.",
    "a woman in a {} hat and a man in a {} shirt sit on a {} bench.",
    "a woman in a {} hat and a man in a {} shirt sit on a {} bench near a {} "
    "car.",
)
"""With one colour, two, three and four."""
COLOURS = {
    **{"red": "rouge", "blue": "bleu", "green": "vert", "yellow": "jaune"},
    **{"black": "noir", "white": "blanc", "pink": "rose", "gray": "gris"},
    **{"purple": "violet", "orange": "orange", "brown": "marron"},
}
FORMS = {
    french + ending: french
    for french in COLOURS.values()
    for ending in ("", "s", "e", "es")
} | {
    **{"blanche": "blanc", "blanches": "blanc", "brun": "marron"},
    **{"violette": "violet", "violettes": "violet", "brune": "marron"},
}
"""What stands for which French colour."""


@dataclass(frozen=True)
class Colours:
    """Both shipped translators, greedily, on the same sentences."""

    name: str = "colours"
    models: tuple[str, ...] = (SEQ2SEQ.name, BAHDANAU.name)
    opening: tuple[str, ...] = ("green", "red", "blue")
    each: int = 60  # sentences with so many colours

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Translate and count; nothing is trained."""
        workspace.check_writable(self.name)
        both = {name: pretrained.load(name) for name in self.models}
        rows = [
            {"model": name} | row
            for name, translator in both.items()
            for row in shares(translator, self.each)
        ]
        sentence = SENTENCES[len(self.opening) - 1].format(*self.opening)
        plain, attentive = both.values()
        (said,) = plain.translate([sentence])
        (text,) = attentive.translate([sentence])
        last = alignment(attentive, sentence, text) | {"text": text}
        first = last | {"text": said, "target": cut(said), "weights": None}
        example = {"sentence": sentence, "answers": [first, last]}
        return workspace.write(
            self,
            seconds=0.0,
            tables={"shares": rows},
            samples={"opening": [example]},
        )


RECIPE = Colours()


def shares(translator: Translator, each: int) -> list[dict[str, Any]]:
    """How many of `each` sentences have all colours, in their order, by the
    number of colours.
    """
    rows = []
    for count, sentence in enumerate(SENTENCES, 1):
        generator = random.Random(count)
        drawn = [generator.sample([*COLOURS], count) for _ in range(each)]
        said = translator.translate([sentence.format(*x) for x in drawn])
        right = [
            found(text) == [COLOURS[colour] for colour in colours]
            for text, colours in zip(said, drawn, strict=True)
        ]
        rows.append({"colours": count, "right": sum(right) / each})
    return rows


def found(text: str) -> list[str]:
    """The colours of a French text, whatever their form."""
    words = re.findall(r"\w+", text.lower())
    return [FORMS[word] for word in words if word in FORMS]
