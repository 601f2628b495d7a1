"""Slides can be shown to a class: one statement on each, large figures, notes;
they need no network.
"""

import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from paper import slides
from playwright.sync_api import Browser, Page

HOST = re.compile(r"""src=["'](?:https?:)?//|<link[^>]+//|@import""")
CONTROL = re.compile(
    r"\b([Cc]lick|[Pp]ress (?!et)|slider|[Dd]rag|Bet on|Type your)\b"
)
READY = "window.Reveal && Reveal.isReady()"
LOOK = """() => {
  const slide = Reveal.getCurrentSlide();
  const size = (part) => parseFloat(getComputedStyle(part).fontSize);
  for (const part of slide.querySelectorAll(".fragment")) {
    part.classList.add("visible");
  }
  const caption = slide.querySelector(".caption");
  const body = slide.querySelector(".body");
  const room = body?.getBoundingClientRect();
  const over = [slide, body].filter(Boolean).flatMap((part) => [
    part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth,
  ]);
  const pictures = [...slide.querySelectorAll(".figure svg, .figure img")];
  const filled = pictures.map((one) => one.getBoundingClientRect())
    .reduce((sum, one) => sum + one.width * one.height, 0);
  return {
    over: Math.max(...over),
    lines: caption ? caption.clientHeight / size(caption) : 0,
    least: Math.min(size(slide), ...[caption, slide.querySelector("h2")]
      .filter(Boolean).map(size)),
    body: body ? size(body) : 99,
    empty: pictures.length ? 1 - filled / (room.width * room.height) : 0,
    high: pictures.length ? room.height : 720,
    said: [...slide.children].filter((part) => part.localName !== "aside")
      .map((part) => part.textContent).join(" "),
  };
}"""
CLASS = '''class Layer(nn.Module):
    """A small layer that maps rows."""

    def __init__(self, D):
        super().__init__()

    def forward(self, x):
        return x
'''


def figure(
    caption: str, *, tags: tuple[str, ...] = ()
) -> nbformat.NotebookNode:
    data = {"image/svg+xml": "<svg></svg>"}, {"text/markdown": caption}
    shown = [new_output("display_data", one) for one in data]
    return new_code_cell("f()", outputs=shown, metadata={"tags": [*tags]})


def deck(*cells: str | nbformat.NotebookNode) -> list[slides.Slide]:
    """The slides of a chapter with these cells, without its title."""
    title = (
        "# 5. Layers\n\n[![badge](x)](y)\n\nA layer maps rows.\n\n**Time:** 1"
    )
    made = [
        new_markdown_cell(one) if isinstance(one, str) else one
        for one in (title, *cells)
    ]
    first, *others = slides.Deck(*made).slides
    assert (first.heading, first.statement) == (
        "5. Layers",
        "A layer maps rows.",
    )
    return others


def test_a_figure_has_the_statement_that_leads_to_it() -> None:
    """And as notes all that is said; nothing that has to be pressed."""
    (made,) = deck(
        "## Heads average\n\nThis was before.\n\n"
        "One head gives one mean ([why](#here)). Press *play*. Here it is:",
        figure(
            "It is red: with 3 seeds. Drag the point. "
            "[How this was measured](../book/results.md#x)"
        ),
    )
    assert (made.kind, made.heading) == ("figure", "Heads average")
    assert made.statement == "One head gives one mean."
    assert made.caption == "It is red: with 3 seeds."
    notes = slides.spoken(made.notes)
    assert "This was before." in notes and "One head gives" in notes
    assert (
        "Press" not in notes and "Drag" not in notes and "results" not in notes
    )


@pytest.mark.parametrize(
    ("caption", "line"),
    [
        ("Short as it is. More follows.", "Short as it is."),
        (f"Heads differ: {'long ' * 30}end.", "Heads differ."),
        (f"Heads differ {'very ' * 30}much.", ""),
        ("Click a token to go on with it. More.", ""),
    ],
)
def test_a_caption_is_one_line(caption: str, line: str) -> None:
    assert slides.short(caption) == line


def test_a_figure_without_prose_states_its_caption() -> None:
    _, made = deck(
        "## A\n\nSay it first.", figure("Once."), figure("Twice told.")
    )
    assert (made.statement, made.caption) == ("Twice told.", "")


def test_what_is_not_shown() -> None:
    """Set-up, goals, the map, and sections that go deeper."""
    place = figure("The course on one page.")
    place.source = "course.course_map(5)"
    assert not deck(
        new_code_cell("import torch", metadata={"tags": ["hide-input"]}),
        place,
        "**After this chapter you can**\n\n- split rows,",
        "### Going deeper: more\n\nA statement of it.\n\n$$x$$",
        figure("A figure."),
        new_code_cell(CLASS),
    )


def test_formulas_and_classes_are_slides() -> None:
    formula, code = deck(
        "## Scores\n\nA score is a product:\n\n$$a$$\n\n$$b$$",
        new_code_cell(CLASS),
    )
    assert formula.parts == ["$$a$$", "$$b$$"]
    assert code.statement == "A small layer that maps rows."
    assert len(code.parts) == 2 and "forward" in code.parts[1]


def test_long_classes_have_at_most_four_steps() -> None:
    methods = "\n\n".join(
        f"    def f{k}(self):\n        pass" for k in range(9)
    )
    assert len(slides.steps(f"class A:\n{methods}")) == slides.STEPS


def test_a_guess_is_answered_in_the_next_step() -> None:
    (made,) = deck(
        "> **Prediction:** Which one?\n>\n> - (a) This.\n> - (b) That.",
        new_code_cell("1", metadata={"tags": ["guess"]}),
        "<details><summary>What each choice says</summary>\n\n"
        "- (a) No: it is not.\n- (b) Right: it is. It has to be.\n\n</details>",
    )
    assert (made.kind, made.statement) == ("guess", "Which one?")
    assert made.parts == ["(a) This.", "(b) That."]
    assert (made.right, made.later) == (1, "(b) Right: it is.")
    assert "It has to be." in slides.spoken(made.notes)


def test_key_ideas_and_prose_are_statements() -> None:
    idea, prose = deck(
        "> **Key idea:** Rows ask rows. They do so at once.",
        "> **How it was found:** Long ago.",
        "## Only prose\n\nA section may have no figure. It has notes.",
    )
    assert (idea.heading, idea.statement) == ("Key idea", "Rows ask rows.")
    assert idea.later == "They do so at once."
    assert prose.statement == "A section may have no figure."
    assert prose.notes[0].endswith("It has notes.")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The slides of all chapters, with what they need."""
    folder = tmp_path_factory.mktemp("slides")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slides, "ROOT", folder)
        patch.setattr(slides, "OUT", folder / "slides")
        slides.main()
    return folder / "slides"


def check_all_is_there(path: Path, page: str) -> None:
    """Each key idea, notes on each slide, and nothing from afar."""
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "markdown" and "> **Key idea:**" in cell.source:
            assert "<p>Key idea</p>" in page
    assert page.count('class="notes"') == page.count("<section") > 10
    assert not HOST.search(page)
    for word in ("findings.", "data-live-figure", "find_spec", "Letters used"):
        assert word not in page


def opened(browser: Browser, path: Path, wrong: list[str]) -> Page:
    """A page of slides, in a window as large as they are."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.on("requestfailed", lambda request: wrong.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(path.as_uri())
    page.wait_for_function(READY)
    return page


@pytest.mark.parametrize("path", slides.CHAPTERS, ids=lambda path: path.stem)
def test_every_slide_fits(browser: Browser, made: Path, path: Path) -> None:
    """Its letters can be read, and its figure fills the room."""
    html = made / f"{path.stem}.html"
    check_all_is_there(path, html.read_text("utf-8"))
    wrong: list[str] = []
    page = opened(browser, html, wrong)
    for k in range(page.evaluate("Reveal.getTotalSlides()")):
        page.evaluate("(k) => Reveal.slide(k)", k)
        look = page.evaluate(LOOK)
        where = f"slide {k + 1}: {look}"
        assert look["over"] <= 1, where
        assert look["least"] >= 20 and look["body"] >= 14, where
        assert look["lines"] < 2 and look["high"] > 400, where
        assert look["empty"] < 0.1, where
        assert not CONTROL.search(look["said"]), where
    assert wrong == []
    page.close()


def test_notes_follow_and_print(browser: Browser, made: Path) -> None:
    """S opens a page of all slides with their notes; it goes along."""
    wrong: list[str] = []
    page = opened(browser, made / f"{slides.CHAPTERS[4].stem}.html", wrong)
    with page.expect_popup() as popup:
        page.keyboard.press("s")
    notes = popup.value
    notes.wait_for_function("document.documentElement.className === 'handout'")
    count = page.evaluate("Reveal.getTotalSlides()")
    assert notes.locator("section:visible").count() == count
    assert notes.locator("aside:visible").count() > count / 2
    page.evaluate("Reveal.slide(5)")
    notes.wait_for_function(
        "Math.abs(document.querySelectorAll('section')[5]"
        ".getBoundingClientRect().top) < 50"
    )
    assert wrong == []
    notes.close()
    page.close()
