"""The live figures of chapter 6, for the tests of all figures."""

from attncourse.chapter6.live.calculator import LiveCalculator
from attncourse.chapter6.live.clocks import LiveClocks
from tests.attncourse.chapter6.live import test_order
from tests.attncourse.chapter6.live.test_calculator import BLIND
from tests.attncourse.chapter6.site.test_order import (
    answered,
    pick,
    verdicts,
)
from tests.attncourse.live.figures import Case, Models
from tests.attncourse.live.site.alive import press

FIGURES = {
    "calculator": Case(
        lambda: LiveCalculator(BLIND),
        3,
        """for (const [a, b] of [[9, 0], [0, 9], [3, 3]]) {
             put(all("select")[0], a);
             put(all("select")[1], b);
             press("swap");
           }""",
        choices=[{"first": 10}, {"second": -1}],
    ),
    "clocks": Case(
        LiveClocks,
        4,
        """for (const kind of all("[role=radio]")) {
             tap(kind);
             for (const word of all(".ruler button"))
               for (const key of ["ArrowLeft", "ArrowRight"])
                 for (const _ of "12345678901234") push(word, key);
           }""",
        choices=[{"encoding": "shaw"}, {"places": [3]}, {"places": [0, 97]}],
    ),
    "order": Case(
        test_order.figure,
        7,
        """for (const kind of all("[role=radio]")) {
             tap(kind);
             for (const length of [32, 100, 256]) put(all("input")[0], length);
             for (const key of ["Home", "ArrowDown", "End"])
               push(all(".strip")[0], key);
           }
           press("new sequence");
           await until(/model says/);""",
        choices=[
            {"encoding": 6},
            {"example": 3},
            {"clocks": 4},
            {"length": 31},
            {"length": 257},
        ],
        models=Models(
            "Load this model",
            lambda page, k: pick(page, "question", k),
            verdicts,
            lambda figure, k: test_order.figure(example=k).reads()["verdicts"],
            lambda page: press(page, "new sequence"),
            answered,
        ),
    ),
}
