"""The live figures of chapter 8, for the tests of all figures."""

from attncourse.chapter8.live.pairs import LivePairs
from attncourse.chapter8.live.shannon import LiveShannon
from tests.attncourse.chapter1 import translations
from tests.attncourse.chapter8 import masks
from tests.attncourse.chapter8.live.test_pairs import (
    SENTENCES,
    WAYS,
)
from tests.attncourse.chapter8.live.test_shannon import LAST, ROUND
from tests.attncourse.live.figures import Case, Models, Typed

FIGURES = {
    "mask": Case(
        masks.figure,
        6,
        """const cell = (k) => all("td button")[k];
           tap(cell(12));
           press("Load the models");
           await until(/Computed/);
           for (const name of ["BERT", "prefix", "GPT"]) {
             press(name);
             tap(cell(2));
             tap(cell(11 * 9));
             await until(/Computed/);
           }
           for (const text of ["a black dog", "", "dog ".repeat(60)]) {
             put(all("textarea")[0], text);
             press("Read");
             await until(/Computed|Type|at most/);
           }""",
        choices=[{"preset": 3}, {"example": -1}],
        models=Models(
            "Load the models",
            translations.choose,
            masks.shown,
            masks.recorded,
            masks.change,
            masks.wanted,
            Typed(
                translations.ask,
                {
                    "": "Type an English sentence first.",
                    "dog " * 500: "This has 500 words. The models read at "
                    "most 60.",
                    "dog " * 13: "This has 13 tokens. The models read at most "
                    "12 here.",
                    "a 🚲 and a 你 .": "The models have no token for 2 of "
                    "these characters.",
                    "<b>x</b>": "Computed in your browser",
                },
                [],
                long="dog " * 12,
                turns=1,
            ),
        ),
    ),
    "pairs": Case(
        lambda: LivePairs(SENTENCES, WAYS),
        2,
        """for (const sentence of [1, 0])
             for (const k of [0, 1, 2, 3]) {
               put(all("select")[0], sentence);
               put(all("input")[0], k);
             }""",
        choices=[{"count": 4}, {"sentence": 2}],
    ),
    "shannon": Case(
        lambda: LiveShannon([ROUND, LAST]),
        3,
        """for (const word of [0, 3, 1]) {
             tap(all("[role=radio]")[word]);
             for (const level of [0, 14]) put(all("input")[0], level);
             press("Bet on the left side");
             tap(all("[role=radio]")[2]);
             press("Bet on both sides");
             tap(all("button.main")[0]);
           }""",
    ),
}
