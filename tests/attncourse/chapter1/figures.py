"""The live figure of chapter 1, for the tests of all figures."""

from tests.attncourse.chapter1 import translations
from tests.attncourse.live.figures import Case

FIGURES = {
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
