"""The player, which several chapters use, for the tests of all figures."""

from attncourse.live.player import LIMIT, Player
from tests.attncourse.live.figures import Case
from tests.attncourse.live.site.test_player import figure, painted
from tests.attncourse.live.test_player import frames

FIGURES = {
    "player": Case(
        figure,
        3,
        """for (const k of "012345") put(all("input")[0], k);
       press("step back");""",
        [
            (lambda: Player([]), "nothing to play"),
            (lambda: Player(frames(1) + frames(1, (3, 2))), "of one shape"),
            (
                lambda: Player(frames(2, (2, 3, 3)), names="abc"),
                "needs 3 matrices",
            ),
            (lambda: Player([(1, 0.5, [[2.0]])]), "outside the limits"),
            (lambda: Player(frames(), rows=["a"]), "rows"),
            (lambda: Player(frames(60, (40, 40))), f"at most {LIMIT:,}"),
        ],
    ),
    "scene": Case(painted, 3, 'press("step back");'),
}
