"""Where the keyboard comes to on a page, and whether one sees it there."""

from playwright.sync_api import Page

KEYBOARD = """() => {
  const ring = (part) => {
    const style = getComputedStyle(part);
    const width = parseFloat(style.outlineWidth);
    const outline = style.outlineStyle === "solid" && width >= 3;
    return outline || / 0px 0px 0px 3px/.test(style.boxShadow);
  };
  const tab = { key: "Tab", bubbles: true, cancelable: true };
  const places = new Map([...document.querySelectorAll("*")].entries()
    .map(([place, part]) => [part, place]));
  window.stops = [];
  addEventListener("focusin", ({ target }) => {
    const around = target.closest("label, .bd-search");
    const near = [target, ...target.children, around];
    stops.push([
      `${places.get(target)}: ${target.cloneNode().outerHTML.slice(0, 150)}`,
      near.filter(Boolean).some(ring),
      target.tabIndex === 0,
      target.dispatchEvent(new KeyboardEvent("keydown", tab)),
    ]);
  });
}"""
"""Note what comes into focus; whether it, or a part of it, has a ring of 3
pixels; whether it stands in the order of the page and lets the keyboard go on.
"""
FOCUS = """() => {
  document.activeElement.blur(); // else what has the focus does not get it
  window.stops = [];
  [...document.querySelectorAll("body *")]
    .filter((part) => part.tabIndex >= 0)
    .forEach((part) => part.focus({ preventScroll: true }));
  document.activeElement.blur();
  return stops;
}"""
"""Focus all that the keyboard can come to, one after the other: in a hundredth
of the time that it takes to press Tab.
"""


def focused(page: Page) -> list[list]:
    """What KEYBOARD, once on the page, notes of all that can have the focus;
    after a key, since rings are for those who use keys.
    """
    page.keyboard.press("Tab")
    return page.evaluate(FOCUS)
