"""The live figure of the first page, for the tests of all figures."""

from functools import cache

from playwright.sync_api import Page

from attnbook import pretrained
from attncourse.front.live.playground import translators
from attncourse.front.live.scaling import scaling
from attncourse.front.live.welcome import MODELS, LiveWelcome, welcome
from tests.attncourse.chapter1 import translations
from tests.attncourse.live.figures import Case
from tests.attncourse.live.site.alive import LIVE


@cache
def translated(name: str, sentence: str) -> str:
    return glued(pretrained.load(name).trace(sentence)["text"])


def glued(text: str) -> str:
    """A text without its spaces."""
    return "".join(text.split())


def texts(page: Page) -> list[str]:
    found = page.locator(f"{LIVE} .translation").all_text_contents()
    return [glued(text) for text in found]


def recorded(made: LiveWelcome, example: int) -> list[str]:
    return list(map(glued, translations.recorded(made, example)))


def wanted(page: Page) -> list[str]:
    """The library's, of the sentence in the field."""
    sentence = page.locator("textarea").input_value()
    return [translated(name, sentence) for name in MODELS]


ODD = {"my dog plays chess": "Rare in captions of photographs: “my”, “chess”."}
THREE = translations.models(
    "all three", texts, recorded, wanted, ODD, unasked=False
)

FIGURES = {
    "welcome": Case(
        welcome,
        4,
        """for (const k of [1, 2]) {
             put(all("select")[0], k);
             for (const t of [1, 4, 12]) put(all("input")[0], t);
             tap(all(".translation span")[2]);
           }
           press("Load all three");
           await until(/Computed/);"""
        + translations.typing(),
        models=THREE,
    ),
    "playground": Case(
        translators,
        5,
        """put(all("select")[0], 1);
           tap(all("[role=radio]")[1]);
           press("Load all three");
           await until(/Computed/);
           tap(all("[role=radio]")[0]);
           await until(/Computed/);"""
        + translations.typing(),
        choices=[{"beam": 3}],
        models=THREE,
    ),
    "scaling": Case(
        scaling,
        5,
        """all("[role=radio]").forEach(tap);
           for (const k of [0, 1])
             for (const n of [0, 8]) put(all("input")[k], n);""",
        choices=[{"which": 4}, {"chip": -1}, {"accelerators": 11}],
    ),
}
