"""The figure of patches, before and after a reader has used it."""

from functools import cache

import torch
from playwright.sync_api import Page
from torch import Tensor

from attnbook import pretrained
from attnbook.data import labelled
from attncourse.chapter9 import findings
from attncourse.chapter9.live.patches import LivePatches, look
from tests.attncourse.live.site.alive import LIVE

NAMES = ["vit-digits-1", "vit-digits", "vit-digits-4", "vit-digits-none"]
FIRST = 1
"""The model that is chosen first."""
INK = f"{LIVE} .sheet .ink"


def figure() -> LivePatches:
    """The chapter's."""
    return findings.digits.live().display


@cache
def library() -> list[pretrained.Classifier]:
    return [pretrained.load(name) for name in NAMES]


@cache
def digits() -> Tensor:
    """Images of the test split."""
    return labelled.digits("test").images[:, 0] / 255


def predicted(k: int, image: Tensor, order: list[int] | None = None) -> list:
    """The probabilities of a model of the library."""
    return look(library()[k], image, order)["probabilities"]


def bars(page: Page) -> list[float]:
    texts = page.locator(f"{LIVE} .classes .number").all_text_contents()
    return [float(text) for text in texts]


def drawn(page: Page) -> Tensor:
    """The drawing, as the board shows it."""
    shares = page.locator(INK).evaluate_all(
        "cells => cells.map(cell => Number(cell.getAttribute('fill-opacity')))"
    )
    return torch.tensor(shares).reshape(8, 8)
