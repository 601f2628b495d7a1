"""The matrices in a page without a kernel: what a reader changes, and the
numbers that follow are the library's.
"""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from attnbook.show.live import frontend
from attnbook.show.live.matrices import LiveMatrices
from tests.show.live.test_matrices import drawn
from tests.site.alive import LIVE, SMALL, TALL, WIDE, in_windows, press
from tests.site.axe import violations

LETTERS = """() => [...document.querySelectorAll('.attnbook-matrices *')]
  .filter((e) => e.checkVisibility() && e.innerText)
  .map((e) => parseFloat(getComputedStyle(e).fontSize))"""

HEIGHTS = """() => {
  const box = document.querySelector('.attnbook-matrices');
  const heights = new Set();
  const look = () => heights.add(box.getBoundingClientRect().height);
  const type = (text) => {
    const field = box.querySelector("[aria-label='X, word 1, number 1']");
    field.value = text;
    field.dispatchEvent(new Event("input"));
  };
  const toggles = [...box.querySelectorAll("[role=switch]")];
  for (const toggle of [...toggles, ...toggles]) {
    toggle.click();
    ["-9.5", "50"].forEach(type);
    look();
    const weights = box.querySelectorAll("[data-name=weights] td:not(.gap)");
    weights[3].dispatchEvent(new Event("pointerenter"));
    look();
  }
  return [...heights];
}"""
"""Of the figure: masked or not, divided or not, something refused, a cell
pointed at.
"""


opened = in_windows(LiveMatrices)


@pytest.fixture
def page(opened: Page) -> Page:
    """The figure as it begins."""
    press(opened, "reset")
    return opened


def toggle(page: Page, name: str) -> None:
    page.get_by_role("switch", name=name).click()


def pick(page: Page, group: str, name: str) -> None:
    radios = page.get_by_role("radiogroup", name=group)
    radios.get_by_role("radio", name=name, exact=True).click()


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name, exact=True)


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=name)


def written(page: Page, name: str, head: int = 1) -> list[str]:
    """The texts of a matrix, row by row."""
    place = f"{LIVE} [data-name={name}][data-head='{head}'] td:not(.gap)"
    return page.locator(place).all_text_contents()


def brief(value: float) -> str:
    """As it is written: four digits of a number, at most, and no zeros."""
    whole = 0 if abs(value) < 1 else len(str(int(abs(value))))
    text = f"{value:z.{4 - min(whole, 4)}f}".replace("-", "−")
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(page: Page, figure: LiveMatrices) -> None:
    """Assert that the page shows the numbers of this figure."""
    found = figure.reads()
    for h, head in enumerate(found["heads"], start=1):
        for name, rows in head.items():
            hidden = {"scores": "−∞", "weights": "0"}.get(name)
            expected = [
                hidden if hidden and figure.masked and s > t else brief(x)
                for t, row in enumerate(rows)
                for s, x in enumerate(row)
            ]
            assert written(page, name, h) == expected, name
    if figure.heads > 1:
        flat = [brief(x) for row in found["output"] for x in row]
        assert written(page, "joined") == flat


def test_its_functions_are_the_librarys(browser: Browser) -> None:
    """To 1e-9, in 200 states."""
    page = browser.new_page()
    module = frontend.module("matrices/self_attention.js")
    module += "window.all = selfAttend;"
    page.add_script_tag(content=module, type="module")
    page.wait_for_function("!!window.all")
    draw = random.Random(1)
    figures = [drawn(draw) for _ in range(200)]
    states = [dict(figure.start) for figure in figures]
    answers = page.evaluate("states => states.map(window.all)", states)
    page.close()
    for figure, answer in zip(figures, answers, strict=True):
        close(answer["output"], figure.reads()["output"])
        for own, head in zip(
            answer["heads"], figure.reads()["heads"], strict=True
        ):
            for name, rows in head.items():
                close(own[name], rows)


def close(found: Any, expected: Any) -> None:
    for row, other in zip(found, expected, strict=True):
        assert row == pytest.approx(other, rel=1e-9, abs=1e-9)


def test_it_shows_what_the_library_computes(page: Page) -> None:
    shown(page, LiveMatrices())
    assert written(page, "weights") == ["0.107", "0.893", "0.893", "0.107"]
    assert written(page, "output") == ["7.679", "7.428", "5.321", "10.57"]
    state: dict[str, Any] = {"order": [1, 2, 3]}
    press(page, "add a word")
    shown(page, LiveMatrices(**state))
    for act, change in (
        (lambda: pick(page, "heads", "2"), {"heads": 2}),
        (lambda: toggle(page, "mask the future"), {"masked": True}),
        (lambda: toggle(page, "divide"), {"scaled": False}),
        (lambda: pick(page, "times", "3"), {"factor": 3}),
        (lambda: press(page, "to the end"), {"order": [2, 3, 1]}),
        (lambda: pick(page, "times", "100"), {"factor": 100}),
        (lambda: press(page, "remove"), {"order": [2, 1]}),
    ):
        act()
        state |= change
        shown(page, LiveMatrices(**state))


def test_a_number_that_is_typed_or_stepped_changes_all(page: Page) -> None:
    field(page, "X, word 1, number 2").fill("-1.5")
    figure = LiveMatrices([[1, -1.5, 3], *LiveMatrices().X[1:]])
    shown(page, figure)
    assert page.locator(f"{LIVE} .of-query.made td.changed").count() == 2
    first = field(page, "W_k, row 1, column 2")
    first.press("PageUp")
    first.press("Shift+PageDown")
    matrix = [row[:] for row in figure.W_k[0]]
    matrix[0][1] = -5.5
    assert first.input_value() == "-5.5"
    shown(page, LiveMatrices(figure.X, W_k=[matrix, figure.W_k[1]]))


def test_what_is_no_number_keeps_the_last_one_and_is_told(page: Page) -> None:
    name = "X, word 2, number 3"
    alert = page.locator(f"{LIVE} [role=alert]")
    for text, why in (("", "Not a number"), ("11", "Only −10 to 10")):
        field(page, name).fill(text)
        assert alert.text_content() == f"{why}: {name} stays 2."
        assert field(page, name).get_attribute("aria-invalid") == "true"
        shown(page, LiveMatrices())
        field(page, name).blur()
        assert field(page, name).input_value() == "2"
        assert field(page, name).get_attribute("aria-invalid") is None
    field(page, name).fill("7")
    assert alert.text_content() == ""


def test_it_says_what_may_be_typed_what_bars_mean_and_what_is_left_out(
    page: Page,
) -> None:
    notes = page.locator(f"{LIVE} .note").all_text_contents()
    text = " ".join(" ".join(notes).split())
    assert "yours, from \u221210 to 10" in text
    assert "An orange bar marks" in text


def test_colours_are_those_of_the_drawings(page: Page) -> None:
    def tint(name: str) -> str:
        place = page.locator(f"{LIVE} [data-name={name}] td:not(.gap)").first
        return place.evaluate(
            "e => getComputedStyle(e).backgroundColor.split('/')[0]"
        )

    assert tint("v") == tint("output") == tint("W_v")
    assert tint("q") == tint("W_q") and tint("k") == tint("W_k")
    assert len({tint(name) for name in ("X", "q", "k", "v", "scores")}) == 5


def test_a_weight_is_as_opaque_as_it_is_large(page: Page) -> None:
    cells = page.locator(f"{LIVE} [data-name=weights] td:not(.gap)")
    shares = cells.evaluate_all(
        "e => e.map((td) => td.style.getPropertyValue('--share'))"
    )
    assert shares == ["10.7%", "89.3%", "89.3%", "10.7%"]
    strip = cells.nth(1).evaluate("e => getComputedStyle(e).backgroundImage")
    assert "0.893" in strip


def test_tab_enters_a_matrix_once_and_arrow_keys_walk_in_it(
    page: Page,
) -> None:
    stops = f"{LIVE} :is(button, input, td[tabindex]):not([tabindex='-1'])"
    assert page.locator(stops).count() <= 18
    field(page, "W_q, row 1, column 1").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("2")  # takes the place of the number
    second = field(page, "W_q, row 2, column 2")
    assert second.input_value() == "2"
    assert second.get_attribute("tabindex") == "0"
    assert page.locator(stops).count() <= 18


def test_numbers_keep_apart(page: Page) -> None:
    """The longest, in cells side by side, in the letters of this machine."""
    field(page, "X, word 1, number 1").fill("-9.5")
    press(page, "add a word")
    press(page, "add a word")
    pick(page, "heads", "2")
    free = page.locator(f"{LIVE} .made td:not(.gap)").evaluate_all(
        """cells => cells.map((td) => {
          const range = document.createRange();
          range.selectNodeContents(td);
          const [text, cell] = [range, td].map((e) =>
            e.getBoundingClientRect().width);
          return cell - text;
        })"""
    )
    assert min(free) >= 4


def test_swapped_words_take_their_rows_along(page: Page) -> None:
    before = written(page, "output")
    status = page.get_by_role("status")
    assert "reads 0.107 of itself and 0.893 of word 2" in status.text_content()
    press(page, "swap the words")
    assert written(page, "output") == before[2:] + before[:2]
    assert written(page, "weights") == ["0.107", "0.893", "0.893", "0.107"]
    heads = page.locator(f"{LIVE} [data-name=X] th").all_text_contents()
    assert heads == ["▲ word 2", "● word 1"]
    assert page.locator(f"{LIVE} td.changed").count() == 0
    assert "each word has the same output" in status.text_content()
    toggle(page, "mask the future")
    assert "outputs differ" in status.text_content()
    shown(page, LiveMatrices(order=[2, 1], masked=True))


def test_a_cell_lights_what_it_is_made_of(page: Page) -> None:
    def lit(name: str) -> list[int]:
        place = f"{LIVE} [data-name={name}] td:not(.gap)"
        return page.locator(place).evaluate_all(
            "c => c.flatMap((e, n) => e.matches('.lit') ? [n] : [])"
        )

    sum_ = page.locator(f"{LIVE} .sum")
    cell(page, "weight of word 2 on word 1").hover()
    assert (lit("q"), lit("k"), lit("scores")) == ([2, 3], [0, 1], [2, 3])
    assert "exp(−1.414) / (exp(−1.414) + exp(−3.536))" in sum_.text_content()
    cell(page, "output, word 1, number 2").click()
    page.mouse.move(0, 0)
    assert (lit("weights"), lit("v"), lit("q")) == ([0, 1], [1, 3], [])
    said = "0.107 · 11 + 0.893 · 7 = 7.428"
    assert said in sum_.text_content()
    page.keyboard.press("ArrowDown")
    assert lit("weights") == [2, 3]
    cell(page, "Q, word 1, number 1").focus()
    assert (lit("X"), lit("W_q")) == ([0, 1, 2], [0, 2, 4])
    assert "1 · 0 + 2 · 1 + 3 · −1 = −1" in sum_.text_content()


def test_reset_brings_back_the_beginning(page: Page) -> None:
    press(page, "add a word")
    pick(page, "heads", "2")
    field(page, "head 2, W_v, row 1, column 1").fill("5")
    press(page, "reset")
    shown(page, LiveMatrices())
    assert field(page, "X, word 1, number 1").input_value() == "1"


def test_its_height_stands_and_it_fits_and_can_be_read(page: Page) -> None:
    for more in range(3):
        heights = set()
        for factor in ("1", "100"):
            pick(page, "times", factor)
            heights |= {*page.evaluate(HEIGHTS)}
            press(page, "to the end" if more else "swap")
            heights.add(page.evaluate(TALL))
            assert page.evaluate(WIDE) <= 0
        assert len(heights) == 1, more
        if more < 2:
            press(page, "add a word")
    pick(page, "heads", "2")
    assert page.evaluate(WIDE) <= 0
    assert page.evaluate(SMALL, f"{LIVE} button") == []
    assert min(page.evaluate(LETTERS)) >= 11
    assert violations(page) == []
