"""The live figure of chapter 9, for the tests of all figures."""

from functools import partial

import numpy as np
import pytest
from playwright.sync_api import Page

from attnbook import pretrained
from attncourse.chapter9 import findings
from attncourse.chapter9.live.patches import LivePatches, look
from tests.attncourse.chapter9.live.test_patches import MODELS, recorded
from tests.attncourse.chapter9.site.test_patches import bars, drawn
from tests.attncourse.live.figures import Case, Models, altered
from tests.attncourse.live.site.alive import LIVE, press

FIRST = "vit-digits"
"""The model that is chosen first."""


def figure(kernel: bool = False) -> LivePatches:
    """The chapter's."""
    return findings.digits.live(pretrained.load if kernel else None).display


def near(probabilities: list[float]):
    return pytest.approx(probabilities, abs=0.01)


def wanted(page: Page):
    """The library's answer to what is drawn."""
    return near(look(pretrained.load(FIRST), drawn(page))["probabilities"])


def known(made: LivePatches, example: int):
    answers = made.examples[example]["answers"]
    return near(answers[made.chosen]["probabilities"])


def looking(**change) -> LivePatches:
    """A recorded digit whose second answer is changed."""
    return LivePatches(MODELS, altered(recorded(), 1, **change))


def other(**change) -> LivePatches:
    return LivePatches(MODELS, [recorded() | change])


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
        [
            (
                lambda: LivePatches(MODELS[:1], [recorded()]),
                r"a model is needed .*\['one'\]",
            ),
            (lambda: LivePatches(MODELS, []), "a recorded digit is needed"),
            *(
                (partial(looking, **change), message)
                for change, message in (
                    (
                        {"probabilities": [0.1] * 9},
                        r"must have shape \(10,\): \(9,\)",
                    ),
                    (
                        {"probabilities": [0.2] * 10},
                        "probabilities must sum to 1: 2",
                    ),
                    (
                        {"probabilities": [1.5, -0.5] + [0.0] * 8},
                        "outside the limits",
                    ),
                    (
                        {"rollout": [0.2] * 5},
                        r"rollout must have shape \(17,\): \(5,\)",
                    ),
                    ({"rollout": [0.0] * 17}, "rollout must sum to 1: 0"),
                    (
                        {"weights": [[[[1.0]]]]},
                        r"token alone: \(1, 1, 1, 1\)",
                    ),
                    (
                        {"weights": np.full((1, 1, 2, 17), 1 / 17)},
                        r"\(1, 1, 2, 17\)",
                    ),
                    (
                        {"weights": np.full((1, 1, 1, 17), 0.5)},
                        "weights must sum to 1: 8.5",
                    ),
                    (
                        {"weights": np.full((1, 1, 1, 17), np.nan)},
                        "must be finite",
                    ),
                )
            ),
            *(
                (partial(other, **change), message)
                for change, message in (
                    ({"label": 10}, "label must lie in 0 .. 9: label=10"),
                    ({"image": [[0.0] * 8] * 7}, r"shape \(8, 8\): \(7, 8\)"),
                    (
                        {"image": [[16.0] * 8] * 8},
                        "outside the limits: from 16.0",
                    ),
                    (
                        {"answers": []},
                        "answers must have one answer for each of 4 models",
                    ),
                    (
                        {"shuffled": []},
                        "shuffled must have one answer for each of 4 model",
                    ),
                )
            ),
        ],
        [{"chosen": 4}, {"chosen": -1}, {"example": -1}],
        Models(
            "Load the models",
            lambda page, k: page.select_option(f"{LIVE} select", str(k)),
            bars,
            known,
            lambda page: press(page, "one pixel left"),
            wanted,
        ),
    )
}
