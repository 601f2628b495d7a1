"""Every live figure, in whatever state: it keeps its height, fits its window,
can be read and hit by a finger, and begins again where it has a reset.
"""

import pytest

from tests.attncourse.live.figures import figures
from tests.attncourse.live.site.alive import opened
from tests.site.axe import violations
from tests.site.labels import small

WALK = """async () => {
  const box = document.querySelector(".attnbook-live");
  const heights = {};
  let part = () => "whole";
  const hides = (part) => part.scrollWidth > part.clientWidth + 1
    && part.checkVisibility() && !part.matches("input, select, textarea, .name")
    && getComputedStyle(part).overflowX !== "visible" && part.clientWidth > 1;
  const look = () => {
    const { height } = box.getBoundingClientRect();
    const wide = document.documentElement.scrollWidth - innerWidth;
    const cut = [...box.querySelectorAll("*")].filter(hides).length;
    const seen = `${height} high, ${Math.max(wide, 0)} too wide, ${cut} cut`;
    heights[part()] = [...new Set(heights[part()]).add(seen)];
  };
  const all = (selector) => {
    const found = [...box.querySelectorAll(selector)];
    if (!found.length) throw new Error(`no ${selector}`);
    return found;
  };
  const tap = (part) => { part.click(); look(); };
  const push = (part, key) => {
    const keys = { key, shiftKey: true, bubbles: true };
    part.dispatchEvent(new KeyboardEvent("keydown", keys));
    look();
  };
  const press = (text) =>
    tap(all("button").find((part) => part.textContent.includes(text)));
  const put = (field, value) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change"));
    look();
    field.dispatchEvent(new Event("blur"));
  };
  const until = async (shown) => {
    while (!shown.test(box.querySelector("[role=status]").textContent))
      await new Promise((done) => setTimeout(done, 5));
    look();
  };
  const shown = () => box.innerText
    + all("*").map((part) => [part.value, part.ariaChecked]).join();
  const walk = async () => {
    STEPS
  };
  look();
  const begun = shown();
  await walk();
  const reset = all("button, input").find((part) => part.innerText === "reset");
  if (reset) {
    reset.click();
    if (shown() !== begun) throw new Error("it does not begin again");
    await walk();
  }
  return heights;
}"""
"""Takes STEPS, and gives how the figure looked after each, in each of the parts
that may be of another height.
"""
STOPS = """() => [...document.querySelectorAll(
  ".attnbook-live :is(a, button, input, select, textarea, [tabindex])")]
  .filter((part) => part.tabIndex >= 0 && part.checkVisibility()).length"""
SMALL = """() => [...document.querySelectorAll(
  ".attnbook-live :is(button, input, select, textarea)")].flatMap((part) => {
  const { width, height } = part.getBoundingClientRect();
  const narrow = width < 44 && innerWidth < 400;
  const small = part.checkVisibility() && (narrow || height < 44);
  return small ? [[part.outerHTML, width, height]] : [];
})"""
"""What a finger must hit and cannot: it is smaller than 44 pixels."""


CASES = figures()
WAYS = [(390, "dark"), (1280, "light")]


@pytest.mark.parametrize(
    ("name", "way"),
    [(name, WAYS[k % 2]) for k, name in enumerate(CASES)],
    ids=str,
)
def test_it_stands_fits_and_can_be_used(browser, name, way) -> None:
    """Every second figure in the narrow window; `make soak` looks at all of
    them in both.
    """
    case = CASES[name]
    with opened(browser, case.make(), *way) as page:
        assert page.evaluate(STOPS) == case.stops
        heights = page.evaluate(WALK.replace("STEPS", case.walk))
        assert all(len(seen) == 1 for seen in heights.values()), heights
        whole = "0 too wide, 0 cut"
        assert all(whole in seen[0] for seen in heights.values()), heights
        assert page.evaluate(SMALL) == []
        assert small(page, ".attnbook-live") == []
        assert violations(page) == []
