"""The figure of the captioners, before and after a reader has used it."""

from functools import cache

from playwright.sync_api import Page

from attnbook import pretrained
from attncourse.chapter3 import findings, scenes
from attncourse.chapter3.live.captioner import LiveCaptioner
from attncourse.chapter3.scenes import Scene, Thing

NAMES = ("caption-scenes-none", "caption-scenes-attention")
BOX = ".attnbook-captioner"
WORDS = f"{BOX} [role=radiogroup][aria-label^=Words] button"
PLAIN = f"{BOX} .plain"
TILES = f"{BOX} .tiles button"
SAY = f"{BOX} .start [role=status]"
SEEN = f"{BOX} .steps [role=status]"
HINT = f"{BOX} .palette [role=status]"
COMPUTED = "/Computed/.test(document.querySelector('.start').innerText)"


@cache
def models() -> dict[str, pretrained.Captioner]:
    return {name: pretrained.load(name) for name in NAMES}


def describe(name: str, scene: Scene) -> dict:
    """The library's answer."""
    (picture,) = scenes.paint([scene])
    return models()[name].trace(picture)


def figure() -> LiveCaptioner:
    """The chapter's."""
    return findings.caption.live().display


def scene(example: dict) -> Scene:
    """That of an example."""
    return Scene(tuple(Thing(**thing) for thing in example["things"]))


def choose(page: Page, example: int) -> None:
    page.select_option(f"{BOX} select", str(example))


def known(figure: LiveCaptioner, example: int) -> list[str]:
    """The recorded captions; empty ones where there are none."""
    answers = figure.examples[example]["answers"]
    return [one["text"] for one in answers] or ["", ""]


def load(page: Page) -> None:
    """Press the button that loads the models."""
    page.click("text=Load both models (4.2 MB)")
    page.wait_for_selector("text=Loaded.")


def place(page: Page, colour: str, kind: str, x: int, y: int) -> None:
    """Choose a colour and a kind, then tap the picture."""
    page.click(f'{BOX} .icon[aria-label="{colour}"]')
    page.click(f'{BOX} .icon[aria-label="{kind}"]')
    tap(page, x, y)


def tap(page: Page, x: int, y: int) -> None:
    side = page.locator(f"{BOX} .tiles").bounding_box()["width"]
    spot = {"x": x * side / 64, "y": y * side / 64}
    page.locator(f"{BOX} .tiles").click(position=spot, force=True)


def empty(page: Page) -> None:
    page.select_option(f"{BOX} select", label="Your own scene")


def things(page: Page, shown: LiveCaptioner) -> Scene:
    """What lies on the picture, as its buttons say; every digit is the first
    of its kind.
    """
    first = {image["kind"]: image["digit"] for image in shown.images[::-1]}
    found = []
    for said in page.locator(TILES).evaluate_all(
        "l => l.map(e => e.ariaLabel)"
    ):
        colour, kind, x, _, _, _, y, *_ = said.replace(",", "").split()
        thing = Thing(colour, kind, int(x), int(y), 17, first.get(kind, -1))
        found.append(thing)
    return Scene(tuple(found))


def texts(page: Page) -> list[str]:
    """Both captions, as they are shown."""
    words = page.locator(WORDS).all_text_contents()
    plain = page.locator(PLAIN).first.text_content()
    return [plain.strip(), " ".join(words).removesuffix(" [stop]")]


def wanted(page: Page) -> list[str]:
    """The library's captions of the picture."""
    scene = things(page, figure())
    return [describe(name, scene)["text"] for name in NAMES]


def change(page: Page) -> None:
    """Begin a scene of one's own."""
    empty(page)
    page.click(f"{BOX} .icon[aria-label=cross]")
    page.click("text=Add")
