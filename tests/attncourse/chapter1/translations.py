"""The figure of the translators, before and after a reader has used it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from playwright.sync_api import Page

from attnbook import pretrained
from attncourse.chapter1 import findings
from attncourse.chapter1.live.translator import LiveTranslator
from attncourse.live.base import LiveFigure
from tests.attncourse.live.figures import Models, Typed
from tests.attncourse.live.site.alive import LIVE

BOX = ".attnbook-translator"
SAY = f"{LIVE} [role=status] >> nth=0"
SETTLED = f"""/Computed|Type|read at most|work/.test(
  document.querySelector("{LIVE} [role=status]").textContent)"""
TEXTS = f"{BOX} .translation"
NAMES = ("translate-en-fr-seq2seq", "translate-en-fr-bahdanau")
ODD = {
    "": "Type an English sentence first.",
    " \n \t ": "Type an English sentence first.",
    "dog " * 500: "This has 500 words. The models read at most 60.",
    "a 🚲 and a 你 .": "The models have no token for 2 of these characters.",
    "[stop] <b>x</b> [pad]": "Computed in your browser",
}
"""Texts that a reader may type, and what figures of translators say."""
OWN = "a black dog with a white cat is sleeping on a red sofa ."


def figure() -> LiveTranslator:
    return findings.compare.live().display


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
    say = page.locator(SAY)
    say.evaluate("element => (element.textContent = '')")
    page.fill("textarea", sentence)
    page.press("textarea", "Enter")
    page.wait_for_function(SETTLED)
    return say.text_content() or ""


def models(
    how_many: str,
    shown: Callable[[Page], list[str]] = texts,
    known: Callable[[LiveFigure, int], list[str]] = recorded,
    library: Callable[[Page], list[str]] = wanted,
    odd: Mapping[str, str] = MappingProxyType({}),
    **more: bool,
) -> Models:
    """A figure of "both" translators or of "all three", for the tests of all
    figures.
    """
    nothing = [""] * (2 if how_many == "both" else 3)
    typed = Typed(ask, ODD | odd, nothing)
    load = f"Load {how_many} models"
    return Models(load, choose, shown, known, change, library, typed, **more)


def typing(then: str = "") -> str:
    """A part of a walk: sentences are typed, and after each ..."""
    return f"""for (const text of ["a black dog", "", "dog ".repeat(60)]) {{
                 put(all("textarea")[0], text);
                 press("Translate");
                 await until(/Computed|Type/);
                 {then}
               }}"""
