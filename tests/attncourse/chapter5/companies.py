"""The figure of words in company, before and after a reader has used it."""

from playwright.sync_api import Page

from attnbook import pretrained
from attncourse.chapter5 import findings
from attncourse.chapter5.findings.company import MODEL
from attncourse.chapter5.live.company import LiveCompany, look
from attncourse.live.base import LiveFigure

BOX = ".attnbook-company"
ROWS = f"{BOX} tbody tr"


def figure() -> LiveCompany:
    return findings.company.live().display


def shown(page: Page) -> list[list[str]]:
    """The rows that stand there."""
    rows = page.locator(ROWS).all()
    return [row.locator("th, td").all_text_contents() for row in rows]


def listed(answer: dict) -> list[list[str]]:
    """The rows of an answer, as they are shown."""
    return [
        [row["word"], ", ".join(row["before"]), ", ".join(row["after"])]
        for row in answer["rows"]
    ]


def recorded(made: LiveFigure, example: int) -> list[list[str]]:
    answers = made.examples[example]["answers"]
    return listed(answers[0]) if answers else []


def wanted(page: Page) -> list[list[str]]:
    """The library's, of the sentence in the field."""
    made = figure()
    sentence = page.locator("textarea").input_value()
    model = pretrained.load(MODEL)
    return listed(look(model, made.words, made.vectors, sentence))
