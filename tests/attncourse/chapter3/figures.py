"""The live figure of chapter 3, for the tests of all figures."""

from tests.attncourse.chapter3 import captions
from tests.attncourse.live.figures import Case, Models

FIGURES = {
    "captioner": Case(
        captions.figure,
        15,
        """const [select] = all("select");
           for (const change of ["Remove", "Empty", "Add"]) {
             all(".tiles button")[0].focus();
             press(change);
             put(select, 0);
           }
           if (box.innerText.includes("Load both")) {
             press("Load both");
             await until(/Loaded/);
           }
           put(select, all("option").length - 1);
           const kinds = "seven triangle triangle seven zero five".split(" ");
           for (const kind of kinds) {
             tap(all(`.icon[aria-label=${kind}]`)[0]);
             press("Add");
             await until(/Computed/);
           }
           for (const _ of "123") tap(all("[aria-label='Next word']")[0]);""",
        choices=[{"example": -1}],
        models=Models(
            "Load both models",
            captions.choose,
            captions.texts,
            captions.known,
            captions.change,
            captions.wanted,
        ),
    ),
}
