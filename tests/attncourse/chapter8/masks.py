"""The figure of masks, before and after a reader has used it."""

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from attnbook import pretrained
from attnbook.data.tokenizer import tidy
from attncourse.chapter8 import costs, findings
from attncourse.chapter8.live.mask import LiveMask
from attncourse.live.base import LiveFigure
from tests.attncourse.live.site.alive import LIVE

OWN = "two dogs play in the snow ."
NEAR = 0.11  # bits: what is shown has one decimal


def figure() -> LiveMask:
    return findings.shannon.mask().display


def shown(page: Page) -> list[Any]:
    """The bits that stand there, as numbers where they are."""
    texts = page.locator(f"{LIVE} td .bits").all_text_contents()
    return [float(x) if x[:1].isdigit() else x for x in texts]


def near(bits: list[float]) -> list[Any]:
    return [pytest.approx(x, abs=NEAR) for x in bits]


def recorded(made: LiveFigure, example: int) -> list[Any]:
    return near(made.examples[example]["answers"][0]["left"])


@cache
def models() -> tuple[Any, Any]:
    causal, masked = map(pretrained.load, ("lm-captions", "masked-captions"))
    return causal, masked.model


def wanted(page: Page) -> list[Any]:
    """The library's, of the caption in the field, under the mask of GPT."""
    text = tidy(page.locator("textarea").input_value())
    return near(costs.recorded(*models(), text)["left"])


def change(page: Page) -> None:
    """Ask for a caption of one's own."""
    page.fill("textarea", OWN)
    page.press("textarea", "Enter")
