"""The live figure of chapter 10, for the tests of all figures."""

import math

from tests.attncourse.chapter10 import completions
from tests.attncourse.chapter10.site import test_induction, test_sampling
from tests.attncourse.live.figures import Case, Models, Typed

FIGURES = {
    "completion": Case(
        completions.figure,
        21,
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
        choices=[
            {"temperature": -0.1},
            {"temperature": 2.5},
            {"top_p": 0.0},
            {"top_p": math.nan},
            {"top_k": 3},
            {"example": -1},
        ],
        models=Models(
            "Load the model",
            completions.choose,
            completions.looked,
            completions.recorded,
            completions.change,
            completions.wanted,
            Typed(
                completions.ask,
                {
                    "": "Computed in your browser",
                    "dog " * 500: "has 1999 characters. The model reads at "
                    "most 400.",
                    "a, " * 60: "This has 120 tokens. The model reads at most "
                    "80.",
                    "dog " * 80: "A caption has at most 80 tokens here. "
                    "Computed",
                    "a 🚲 and a 你 .": "has no token for 2 of these "
                    "characters.",
                    "ÉTÉ \u200b straße": "Computed in your browser",
                },
                nothing=(["?"], [""] * 10),
                long="dog " * 80,
                turns=1,
            ),
            unasked=False,
        ),
    ),
}
FIGURES |= {
    "sampling": Case(
        test_sampling.figure,
        4,
        """for (const kind of all("[role=radio]")) {
             tap(kind);
             for (const heat of [0, 2, 1]) put(all("input")[0], heat);
             for (const p of [0.05, 1, 0.5]) put(all("input")[1], p);
             for (const k of [0, 100, 30]) put(all("input")[2], k);
             press("Throw 10 darts");
           }""",
        choices=[
            {"temperature": -0.1},
            {"top_p": 0.0},
            {"top_k": 0},
            {"top_k": 4001},
            {"cut": 2},
        ],
    ),
    "induction": Case(
        test_induction.figure,
        4,
        """const [select] = all("select");
           for (const k of [0, 1, 2]) {
             put(select, k);
             all(".caption button").forEach(tap);
           }
           press("Load the model");
           await until(/Computed/);
           for (const text of ["", "a", "who are you", "x".repeat(20)]) {
             put(all("textarea")[0], text);
             press("Read twice");
             await until(/[.]$/);
           }""",
        choices=[{"example": 3}],
        models=Models(
            "Load the model",
            test_induction.choose,
            test_induction.shown,
            test_induction.recorded,
            test_induction.change,
            test_induction.wanted,
            Typed(
                test_induction.ask,
                {
                    "": "Type at least one letter.",
                    "a b": "Computed in your browser",
                    "twenty-one": "knows the letters a to z",
                    "x" * 30: "The model reads at most 20 twice.",
                },
                nothing=[],
                long="ab " * 6,
                turns=0,
            ),
            unasked=False,
        ),
    ),
}
