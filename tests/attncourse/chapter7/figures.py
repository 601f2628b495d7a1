"""The live figures of chapter 7, for the tests of all figures."""

from attncourse.chapter7.live.switchboard import LiveSwitchboard
from tests.attncourse.chapter1 import translations
from tests.attncourse.chapter7 import translators
from tests.attncourse.chapter7.live import test_depth
from tests.attncourse.chapter7.live.test_switchboard import RUNS
from tests.attncourse.live.figures import Case

FIGURES = {
    "depth": Case(
        test_depth.figure,
        4,
        """for (const turn of [null, ...all("[role=switch]")]) {
             if (turn) tap(turn);
             for (const n of [0, 1, 2]) put(all("input")[0], n);
           }""",
        choices=[{"depth": 3}],
    ),
    "switchboard": Case(
        lambda: LiveSwitchboard(RUNS),
        7,
        """for (const turn of all("[role=switch]")) {
             tap(turn);
             for (const k of "012") put(all("input")[0], k);
             press("step back");
           }""",
    ),
    "transformer": Case(
        translators.figure,
        23,
        """put(all("select")[0], 1);
           all("[role=radio]").filter((_, k) => k % 8 === 0).forEach(tap);
           for (const n of [1, 80]) put(all("input")[1], n);
           press("Load all three");
           await until(/Computed/);"""
        + translations.typing('put(all("input")[0], 1);')
        + """
           tap(all("[role=radio]")[1]);
           press("this head is off");
           await until(/1 switched off: .*Computed/);
           press("keep keys and values");""",
        choices=[{"example": 3}],
        models=translations.models(
            "all three",
            translators.texts,
            library=translators.translated,
            unasked=False,
            odd={
                "a" * 2001: "2001 characters. The models read at most 400.",
                "你好": "Computed in your browser",
            },
        ),
    ),
}
