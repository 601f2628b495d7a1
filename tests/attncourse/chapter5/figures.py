"""The live figures of chapter 5, for the tests of all figures."""

from attncourse.chapter5.live.children import LiveChildren
from attncourse.chapter5.live.matrices import LiveMatrices
from attncourse.chapter5.live.train_here import LiveTraining
from tests.attncourse.chapter1 import translations
from tests.attncourse.chapter5 import companies
from tests.attncourse.chapter5.live.test_children import MODELS
from tests.attncourse.live.figures import Case, Models, Typed

NAN = float("nan")
FIGURES = {
    "company": Case(
        companies.figure,
        4,
        """put(all("select")[0], 2);
           press("Load the model");
           await until(/Computed/);
           for (const text of ["a black dog", "", "dog ".repeat(60)]) {
             put(all("textarea")[0], text);
             press("Look");
             await until(/Computed|Type/);
           }""",
        choices=[{"example": -1}],
        models=Models(
            "Load the model",
            translations.choose,
            companies.shown,
            companies.recorded,
            translations.change,
            companies.wanted,
            Typed(translations.ask, translations.ODD, []),
        ),
    ),
    "children": Case(
        lambda: LiveChildren(MODELS),
        7,
        """for (const what of ["two heads", "one question", "new circle"])
             press(what);
           all(".circle button").forEach(tap);
           put(all("select")[0], 2);""",
        choices=[
            {"asks": [(0, 6)] * 6},
            {"asks": [(0, 1)] * 5},
            {"colour": [4] * 6},
            {"child": 6},
            {"heads": 3},
        ],
    ),
    "train_here": Case(
        LiveTraining,
        11,
        """part = () => {
             const heads = all("[aria-label=heads] button");
             return heads[2].ariaChecked === "true" ? "two rows" : "one row";
           };
           press("step");
           for (const what of ["one question", "3 places back"]) press(what);
           for (const list of ["heads", "width", "learning rate"])
             all(`[aria-label='${list}'] button`).forEach(tap);
           all("[role=switch]").forEach(tap);
           press("start anew");
           press("train");
           await until(/Update 1000/);""",
        choices=[
            {"task": "three"},
            {"heads": 3},
            {"width": 12},
            {"rate": 1.0},
            {"seed": 0},
            {"seed": 10},
        ],
    ),
    "matrices": Case(
        LiveMatrices,
        18,
        """part = () => `${all("tr").length} rows`;
           const type = (text) =>
             put(all("[aria-label='X, word 1, number 1']")[0], text);
           for (const words of [2, 3, 4]) {
             for (const factor of all("[aria-label$=times] button")) {
               tap(factor);
               for (const turn of all("[role=switch]")) {
                 tap(turn);
                 ["-9.5", "50"].forEach(type);
                 all("[data-name=weights] td:not(.gap)")[3]
                   .dispatchEvent(new Event("pointerenter"));
                 look();
               }
               press(words > 2 ? "to the end" : "swap");
             }
             if (words < 4) press("add a word");
           }
           tap(all("[aria-label=heads] button")[1]);
           put(all("[aria-label='head 2, W_v, row 1, column 1']")[0], "5");
           type("50"); // what is refused is told until the next change""",
        [
            (
                lambda: LiveMatrices(X=[[1, 2, 3]]),
                r"X must have shape \(4, 3\): \(1, 3\)",
            ),
            (
                lambda: LiveMatrices(W_q=[[[1, 2]]]),
                r"W_q must have shape \(2, 3, 2\): \(1, 1, 2\)",
            ),
            (lambda: LiveMatrices(X=[[NAN] * 3] * 4), "X must be finite: nan"),
            (
                lambda: LiveMatrices(W_v=[[[11] * 2] * 3] * 2),
                "W_v must lie in -10 .. 10",
            ),
            (
                lambda: LiveMatrices(order=[1]),
                r"order must name 2 to 4 .* once: \[1\]",
            ),
            (
                lambda: LiveMatrices(order=[1, 1]),
                r"order must name .*: \[1, 1\]",
            ),
            (
                lambda: LiveMatrices(order=[1, 5]),
                r"order must name .*: \[1, 5\]",
            ),
        ],
        [{"heads": 3}, {"factor": 2}],
    ),
}
