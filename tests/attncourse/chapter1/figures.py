"""The live figure of chapter 1, for the tests of all figures."""

from tests.attncourse.chapter1.site import test_gate
from tests.attncourse.live.figures import Case

FIGURES = {
    "gate": Case(
        test_gate.figure,
        2,
        """for (const bias of [-2, 0, 3, 7.5])
             for (const steps of [10, 100, 1000]) {
               put(all("input")[0], bias);
               press(steps);
             }""",
        choices=[{"bias": -3}, {"bias": 9}, {"steps": 50}],
    )
}
