"""The live figures of chapter 8, for the tests of all figures."""

import math
from functools import cache, partial

from attnbook.data.tokenizer import STOP
from attncourse.chapter8.live.completion import LiveCompletion
from attncourse.chapter8.live.pairs import LivePairs
from attncourse.chapter8.live.shannon import LiveShannon
from tests.attnbook.pretrained.toys import completer
from tests.attncourse.chapter8.live import test_completion as toys
from tests.attncourse.chapter8.live.test_pairs import (
    SENTENCES,
    WAYS,
    changed,
    run,
)
from tests.attncourse.chapter8.live.test_shannon import LAST, ROUND
from tests.attncourse.chapter8.site import test_completion
from tests.attncourse.live.figures import Case, Models, Typed, altered

PAIR = {"offered": ["bag", "ball"], "left": [0.5, 0.5], "both": [0.5, 0.5]}
ONE = {"tokens": [STOP], "pieces": ["x"], "bits": [0.0]}


@cache
def caption():
    """A recorded caption of a toy model."""
    return toys.recorded(completer())


def changed_caption(**change):
    return LiveCompletion(toys.MODELS, altered(caption(), 0, **change))


FIGURES = {
    "completion": Case(
        test_completion.figure,
        20,
        """const [select] = all("select");
           const token = () => tap(all("button.entry")[3]);
           for (const k of [0, 2, 3]) {
             put(select, k);
             all(".caption button").forEach(tap);
             token();
           }
           press("Load the model");
           await until(/Computed/);
           const long = ["a, ".repeat(60), `${"dog ".repeat(76)} a 你`];
           for (const text of ["", ...long, "a 你"]) {
             put(all("textarea")[0], text);
             press("Start again");
             await until(text.length > 99 ? /at most/ : /Computed/);
           }
           for (const heat of [0, 2, 1]) {
             put(all("input")[0], heat);
             all("[aria-label=top-k] button").forEach(tap);
             put(all("input")[1], 0.3);
             for (const name of ["sample", "write to the end", "back"]) {
               press(name);
               await until(/Computed/);
               token();
             }
           }""",
        [
            (lambda: LiveCompletion(toys.MODELS, []), "a recorded caption is"),
            *(
                (partial(changed_caption, **change), message)
                for change, message in (
                    ({"pieces": ["two"]}, r"tokens need \d+ pieces: 1"),
                    ({"bits": []}, r"tokens need \d+ bits: 0"),
                    (
                        {"tokens": [5], "pieces": [""], "bits": [1.0]},
                        "1 tokens need 2 pla",
                    ),
                    (ONE | {"places": [{"p": [2.0]}]}, "outside the limits"),
                    (
                        ONE | {"places": [{"p": [0.5], "q": [math.nan]}]},
                        "must be finite",
                    ),
                )
            ),
        ],
        [
            {"temperature": -0.1},
            {"temperature": 2.5},
            {"top_p": 0.0},
            {"top_p": math.nan},
            {"top_k": 3},
            {"example": -1},
        ],
        Models(
            "Load the model",
            test_completion.choose,
            test_completion.looked,
            test_completion.recorded,
            test_completion.change,
            test_completion.wanted,
            Typed(
                test_completion.ask,
                {
                    "": "Computed in your browser",
                    " \n \t ": "Computed in your browser",
                    "dog " * 500: "has 1999 characters. The model reads at "
                    "most 400.",
                    "a, " * 60: "This has 120 tokens. The model reads at most "
                    "80.",
                    "dog " * 80: "A caption has at most 80 tokens here. "
                    "Computed",
                    "a 🚲 and a 你 .": "has no token for 2 of these "
                    "characters.",
                    "“Two” dogs’ ball": "Computed in your browser",
                    "[stop] <b>x</b> [pad]": "Computed in your browser",
                    "ÉTÉ \u200b straße": "Computed in your browser",
                },
                nothing=(["?"], [""] * 10),
                long="dog " * 80,
                ticks=5,
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
        [
            (partial(LivePairs, sentences, ways), message)
            for sentences, ways, message in (
                ([], WAYS, "0 sentences, scratch, pretrained"),
                (
                    SENTENCES,
                    {"scratch": WAYS["scratch"]},
                    "2 sentences, scratch$",
                ),
                (
                    SENTENCES,
                    changed("pretrained", n100={"bleu": 1, "texts": ["un"]}),
                    "pretrained, 100 pairs: one text for each of 2 .*: 1 texts",
                ),
                (
                    SENTENCES,
                    changed("scratch", n100=run(100.5, 0, 0)),
                    r"outside the limits: from 100\.5",
                ),
                (
                    SENTENCES,
                    changed("pretrained", n300=run(1, 0, 0)),
                    r"\[300\]",
                ),
                (
                    SENTENCES,
                    changed("pretrained", n0=run(1, 0, 0), n100=run(1, 0, 0)),
                    r"at least 1: .*\[0, 100\]",
                ),
            )
        ],
        [{"count": 4}, {"sentence": 2}],
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
        [
            (lambda: LiveShannon([]), "a game needs rounds"),
            *(
                (partial(LiveShannon, [ROUND, LAST | change]), message)
                for change, message in (
                    ({"place": 4}, r"round 1: place must lie in 0 \.\. 3: pla"),
                    ({"place": -1}, "place=-1"),
                    ({"place": 1}, r"hold 'blue': \['bag'"),
                    (
                        {"offered": ["ball", "ball", "box", "bag"]},
                        "must differ",
                    ),
                    (
                        {"left": [0.25] * 3},
                        r"round 1: left must have shape \(4,\): \(3,\)",
                    ),
                    (
                        {"left": [0.25, 0.25, 0.25, 0.2]},
                        "left .* which sums to 0.95",
                    ),
                    (
                        {"both": [-0.5, 1.5, 0.0, 0.0]},
                        "both must be a distribution",
                    ),
                    (
                        {"both": [1.0, 0.0, 0.0, 0.0]},
                        "'ball' costs without end .* both=",
                    ),
                    (PAIR, r"same number of words: \[2, 4\]"),
                )
            ),
        ],
    ),
}
