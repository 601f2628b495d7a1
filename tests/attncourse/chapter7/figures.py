"""The live figures of chapter 7, for the tests of all figures."""

from tests.attncourse.chapter1 import translations
from tests.attncourse.chapter7 import translators
from tests.attncourse.live.figures import Case

FIGURES = {
    "transformer": Case(
        translators.figure,
        7,
        """put(all("select")[0], 1);
           all("[role=radio]").filter((_, k) => k % 8 === 0).forEach(tap);
           press("Load all three");
           await until(/Computed/);"""
        + translations.typing('put(all("input")[0], 1);')
        + """
           tap(all("[role=radio]")[1]);
           press("this head is off");
           await until(/1 switched off: .*Computed/);""",
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
    "transformer stream": Case(
        lambda: translators.figure("stream"),
        18,
        """press("Load the model");
           await until(/Computed/);
           tap(all("[role=switch]")[0]);
           await until(/1 switched off: .*Computed/);
           press("all on");""",
    ),
    "transformer cache": Case(
        lambda: translators.figure("cache"),
        6,
        """for (const n of [1, 80]) put(all("input")[1], n);
           press("Load the model");
           await until(/Computed/);
           put(all("input")[0], 1);
           press("keep keys and values");""",
    ),
}
