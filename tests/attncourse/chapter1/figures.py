"""The live figure of chapter 1, for the tests of all figures."""

from functools import partial

from attncourse.chapter1.live.gate import GateFigure
from tests.attncourse.chapter1.live.test_gate import row
from tests.attncourse.chapter1.site import test_gate
from tests.attncourse.live.figures import Case

NAN = float("nan")
FIGURES = {
    "gate": Case(
        test_gate.figure,
        2,
        """for (const bias of [-2, 0, 3, 7.5])
             for (const steps of [10, 100, 1000]) {
               put(all("input")[0], bias);
               press(steps);
             }""",
        [
            (partial(GateFigure, [row(**wrong)]), message)
            for wrong, message in (
                ({"accuracy": 1.5}, "accuracy=1.5"),
                ({"accuracy": -0.1}, "accuracy=-0.1"),
                ({"accuracy": NAN}, "accuracy=nan"),
                ({"length": 50}, "length=50"),
            )
        ],
        [{"bias": -3}, {"bias": 9}, {"steps": 50}],
    )
}
