"""The live figure of chapter 9, for the tests of all figures."""

import pytest
from playwright.sync_api import Page

from attncourse.chapter9.live.patches import LivePatches
from tests.attncourse.chapter9.strokes import (
    FIRST,
    bars,
    drawn,
    figure,
    predicted,
)
from tests.attncourse.live.figures import Case, Models
from tests.attncourse.live.site.alive import LIVE, press


def near(probabilities: list[float]):
    return pytest.approx(probabilities, abs=0.01)


def wanted(page: Page):
    """The library's answer to what is drawn."""
    return near(predicted(FIRST, drawn(page)))


def known(made: LivePatches, example: int):
    answers = made.examples[example]["answers"]
    return near(answers[made.chosen]["probabilities"])


FIGURES = {
    "patches": Case(
        figure,
        14,
        """const [select] = all("select");
           for (const size of all("[role=radio]")) tap(size);
           for (const _ of "12") all("[role=switch]").forEach(tap);
           put(select, 1);
           press("Load the models");
           await until(/Computed/);
           for (const size of all("[role=radio]")) {
             tap(size);
             await until(/Computed/);
             all(".tokens button").filter((_, k) => k % 5 === 0).forEach(tap);
           }
           all(".tokens button").filter((_, k) => k % 5 === 0).forEach(tap);
           tap(all("[aria-label$='pixel left']")[0]);
           for (const name of ["clear", "Next digit"]) {
             await until(/Computed/);
             press(name);
           }""",
        choices=[{"chosen": 4}, {"chosen": -1}, {"example": -1}],
        models=Models(
            "Load the models",
            lambda page, k: page.select_option(f"{LIVE} select", str(k)),
            bars,
            known,
            lambda page: press(page, "one pixel left"),
            wanted,
        ),
    )
}
