"""The live figure of chapter 4, for the tests of all figures."""

from attncourse.chapter4.live.plane import LivePlane
from tests.attncourse.live.figures import Case

INF = float("inf")
FIGURES = {
    "plane": Case(
        LivePlane,
        10,
        """press("equally long");
           put(all("input")[0], 0.5);
           for (const kind of all("[aria-label=Score] button")) {
             tap(kind);
             for (const _ of "1234567890123456")
               push(all("[aria-label^=query]")[0], "ArrowLeft");
           }""",
        [
            (
                lambda: LivePlane(q=[1, 2, 3]),
                r"q must have shape \(2,\): \(3,\)",
            ),
            (lambda: LivePlane(q=[1, INF]), "q must be finite: inf"),
            (lambda: LivePlane(k=[[5, 0]] * 5), "k must lie in -4 .. 4"),
            (lambda: LivePlane(v=[[0, -3]] * 5), "v must lie in -2 .. 2"),
        ],
        [{"score": "additive"}, {"temperature": 0.0}],
    )
}
