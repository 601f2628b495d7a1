"""The figure of the translators, before and after a reader has used it."""

from playwright.sync_api import Page

from attnbook import pretrained
from attncourse.chapter2 import findings
from attncourse.chapter2.live.translator import LiveTranslator

BOX = ".attnbook-translator"
SAY = f"{BOX} [role=status] >> nth=0"
TEXTS = f"{BOX} .translation"
WORK = "Translate"
NAMES = ("translate-en-fr-seq2seq", "translate-en-fr-bahdanau")
OWN = "a black dog with a white cat is sleeping on a red sofa ."


def figure(kernel: bool = False) -> LiveTranslator:
    return findings.translate.live(pretrained.load if kernel else None).display


def texts(page: Page) -> list[str]:
    """Both translations, as they are shown."""
    return [text.strip() for text in page.locator(TEXTS).all_text_contents()]


def wanted(page: Page) -> list[str]:
    """The library's, of the sentence in the field."""
    sentence = page.locator("textarea").input_value()
    return [answer["text"] for answer in answers(sentence)]


def change(page: Page) -> None:
    """Ask for another sentence."""
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
