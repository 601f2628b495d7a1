"""The contents beside a page light the section in which the reader is."""

from collections.abc import Callable

import pytest

WALK = """async (up) => {
  const beside = ".bd-sidebar-secondary";
  const link = ({ id }) => document.querySelector(`${beside} [href="#${id}"]`);
  const shut = ":scope > details.deeper:not([open])";
  function here() {
    const { left } = document.querySelector("article").getBoundingClientRect();
    let part = document.elementFromPoint(left + 300, 0.3 * innerHeight);
    for (; part; part = part.parentElement)
      if (part.id && link(part) && !part.querySelector(shut))
        return link(part).hash;
  }
  const wrong = [];
  const end = document.documentElement.scrollHeight - 2 * innerHeight;
  for (let y = 0; y < end; y += 450) {
    scrollTo(0, up ? end - y : y);
    for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
    const lit = document.querySelector(`${beside} a.active`)?.hash;
    const due = here(); // between two sections it is neither
    if (due && due !== lit) wrong.push([scrollY, lit, due]);
  }
  return wrong;
}"""


@pytest.mark.parametrize("name", ["08_pretraining", "09_vision_transformer"])
def test_the_section_is_lit_in_which_the_reader_is(
    name: str, window: Callable
) -> None:
    """Down while figures come, and up; a closed fold is no section, an open one
    is; at the end it is the last one, or that which a link has asked for.
    """
    with window(1280) as opened:
        opened.page.goto(f"{opened.address}/chapters/{name}.html")
        assert opened.page.evaluate(WALK) == []
        page = opened.open(f"chapters/{name}.html")
        assert page.evaluate(WALK, True) == []
        page.locator("details.deeper").evaluate_all(
            "folds => folds.forEach((fold) => { fold.open = true })"
        )
        assert page.evaluate(WALK) == []
        links = page.locator(".bd-sidebar-secondary .toc-h2 > a")
        for k in (-1, -2):
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            links.nth(k).click()
            page.wait_for_timeout(200)
            (lit,) = page.locator("a.nav-link[aria-current=true]").all()
            assert lit.inner_text() == links.nth(k).inner_text()
