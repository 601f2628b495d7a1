"""The live figure of chapter 2, for the tests of all figures."""

from attncourse.chapter2.live.score import ScoreFigure
from tests.attncourse.live.figures import Case

FIGURES = {
    "score": Case(
        ScoreFigure,
        1,
        """for (const s of [-3, -0.1, 2.2]) put(all("input")[0], s);""",
        choices=[{"s": 3.5}],
    ),
}
