"""The figure of the translators, before and after a reader has used it."""

from playwright.sync_api import Page

from attnbook import pretrained
from attncourse.chapter2 import findings
from attncourse.chapter2.live.translator import LiveTranslator
from attncourse.live.base import LiveFigure

BOX = ".attnbook-translator"
SAY = f"{BOX} [role=status] >> nth=0"
TEXTS = f"{BOX} .translation"
NAMES = ("translate-en-fr-seq2seq", "translate-en-fr-bahdanau")
ODD = {
    "": "Type an English sentence first.",
    " \n \t ": "Type an English sentence first.",
    "dog " * 500: "This has 500 words. The models read at most 60.",
    "a 🚲 and a 你 .": "The models have no token for 2 of these characters.",
    "dog " * 60: "Computed in your browser",
    "a" * 400: "Computed in your browser",
    "[stop] <b>x</b> [pad]": "Computed in your browser",
}
"""Texts that a reader may type, and what figures of translators say."""
OWN = "a black dog with a white cat is sleeping on a red sofa ."


def figure(kernel: bool = False) -> LiveTranslator:
    return findings.translate.live(pretrained.load if kernel else None).display


def choose(page: Page, example: int) -> None:
    page.select_option("select", str(example))


def recorded(figure: LiveFigure, example: int) -> list[str]:
    """The recorded translations; empty ones where there are none."""
    answers = figure.examples[example]["answers"]
    return [one["text"] for one in answers] or [""] * len(figure.models)


def texts(page: Page) -> list[str]:
    """Both translations, as they are shown."""
    return [text.strip() for text in page.locator(TEXTS).all_text_contents()]


def wanted(page: Page) -> list[str]:
    """The library's, of the sentence in the field."""
    sentence = page.locator("textarea").input_value()
    return [answer["text"] for answer in answers(sentence)]


def change(page: Page) -> None:
    """Ask for a sentence of one's own."""
    page.fill("textarea", OWN)
    page.press("textarea", "Enter")


def answers(sentence: str) -> list[dict]:
    """The library's, of both models."""
    return [pretrained.load(name).trace(sentence) for name in NAMES]


def ask(page: Page, sentence: str) -> str:
    """Type a sentence, press Enter, wait for the last word on it."""
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    page.fill("textarea", sentence)
    page.press("textarea", "Enter")
    page.wait_for_function(
        "/Computed|Type|read at most|work/.test(document.querySelector("
        "'.attnbook-translator [role=status]').textContent)"
    )
    return page.locator(SAY).text_content()
