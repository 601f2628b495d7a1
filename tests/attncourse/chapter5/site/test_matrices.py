"""The matrices in a page without a kernel: what a reader changes, and the
numbers that follow are the library's.
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from attncourse.chapter5.live.matrices import LiveMatrices
from tests.attncourse.live.site.alive import LIVE, in_window, press, said

opened = in_window(LiveMatrices, "narrow")


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
    odd = ["", "11", "1e9", "abc", "1,5", "0x5", "1.5.2", "-", "NaN"]
    for text in odd:
        field(page, name).fill(text)
        takes = "Takes −10 to 10, like 1.5"
        assert alert.text_content() == f"{takes}: {name} stays 2.", text
        assert field(page, name).get_attribute("aria-invalid") == "true"
        shown(page, LiveMatrices())
        field(page, name).blur()
        assert field(page, name).input_value() == "2"
        assert field(page, name).get_attribute("aria-invalid") is None
    for text in ("7", " −.5 ", "+1.", "1e-3"):
        field(page, name).fill(text)
        assert alert.text_content() == "", text
    X = [row[:] for row in LiveMatrices().X]
    X[1][2] = 1e-3
    shown(page, LiveMatrices(X))


def test_a_weight_is_as_opaque_as_it_is_large(page: Page) -> None:
    cells = page.locator(f"{LIVE} [data-name=weights] td:not(.gap)")
    shares = cells.evaluate_all(
        "e => e.map((td) => td.style.getPropertyValue('--share'))"
    )
    assert shares == ["10.7%", "89.3%", "89.3%", "10.7%"]
    strip = cells.nth(1).evaluate("e => getComputedStyle(e).backgroundImage")
    assert "0.893" in strip


def test_arrow_keys_walk_in_a_matrix(page: Page) -> None:
    field(page, "W_q, row 1, column 1").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("2")  # takes the place of the number
    second = field(page, "W_q, row 2, column 2")
    assert second.input_value() == "2"
    assert second.get_attribute("tabindex") == "0"
    assert page.locator(f"{LIVE} [data-name=W_q] [tabindex='0']").count() == 1


def test_swapped_words_take_their_rows_along(page: Page) -> None:
    before = written(page, "output")
    assert "reads 0.107 of itself and 0.893 of word 2" in said(page)
    press(page, "swap the words")
    assert written(page, "output") == before[2:] + before[:2]
    assert written(page, "weights") == ["0.107", "0.893", "0.893", "0.107"]
    heads = page.locator(f"{LIVE} [data-name=X] th").all_text_contents()
    assert heads == ["▲ word 2", "● word 1"]
    assert page.locator(f"{LIVE} td.changed").count() == 0
    assert "each word has the same output" in said(page)
    toggle(page, "mask the future")
    assert "outputs differ" in said(page)
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
    assert "0.107 · 11 + 0.893 · 7 = 7.428" in sum_.text_content()
    page.keyboard.press("ArrowDown")
    assert lit("weights") == [2, 3]
    cell(page, "Q, word 1, number 1").focus()
    assert (lit("X"), lit("W_q")) == ([0, 1, 2], [0, 2, 4])
    assert "1 · 0 + 2 · 1 + 3 · −1 = −1" in sum_.text_content()
