"""The live figures of chapter 2, for the tests of all figures."""

from attncourse.chapter2.live.alignment import AlignmentExplorer
from attncourse.chapter2.live.score import ScoreFigure
from tests.attncourse.chapter2.site.test_alignment import STORED
from tests.attncourse.live.figures import Case

FIGURES = {
    "alignment": Case(
        lambda: AlignmentExplorer(STORED),
        3,
        """for (const { value } of all("option")) {
             put(all("select")[0], value);
             all(".stage button").forEach(tap);
           }""",
    ),
    "score": Case(
        ScoreFigure,
        1,
        """for (const s of [-3, -0.1, 2.2]) put(all("input")[0], s);""",
        choices=[{"s": 3.5}],
    ),
}
