"""The live figure of chapter 10, for the tests of all figures."""

import math

from tests.attncourse.chapter10 import completions
from tests.attncourse.live.figures import Case, Models, Typed

FIGURES = {
    "completion": Case(
        completions.figure,
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
