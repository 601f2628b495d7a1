"""The live figures of chapter 2, for the tests of all figures."""

from attncourse.chapter2.live.alignment import AlignmentExplorer
from attncourse.chapter2.live.score import ScoreFigure
from tests.attncourse.chapter2 import translations
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
    "translator": Case(
        translations.figure,
        4,
        """put(all("select")[0], all("option").length - 2);
           const fetched = fetch;
           let go;
           const wait = new Promise((done) => { go = done; });
           window.fetch = (file) => wait.then(() => fetched(file));
           press("Load both");
           go();
           await until(/Computed/);"""
        + translations.typing(),
        choices=[{"example": -1}],
        models=translations.models(
            "both",
            odd={
                "a" * 400: "Computed in your browser",
                "a" * 700: "This has 700 characters. The models read at most "
                "400.",
                "!?" * 20: "Computed in your browser",
                "你好": "The models know none of these characters",
                "Ich gehe heute mit meiner Frau ins Kino.": "8 words are "
                "read in 15 pieces: this is unlike the English",
            },
        ),
    ),
}
