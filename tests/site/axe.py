"""What axe-core finds on a page, looking at one of a kind where a page has
thousands: at one word of code of each class, and for contrasts, which take most
of its time, at two texts of each look.
"""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

THIN = """() => {
  const seen = new Set();
  const again = (word) => {
    const block = word.closest(".highlight").parentElement;
    const kind = [word.className, block.className].join();
    return seen.size === seen.add(kind).size;
  };
  const words = [...document.querySelectorAll(".highlight span")]
    .filter((part) => !part.children.length && part.checkVisibility())
    .filter(again);
  const formulas = [...document.querySelectorAll("mjx-math:not(:empty)")];
  const boxes = formulas.map((math) => math.getBoundingClientRect());
  words.forEach((word) => word.replaceWith(word.textContent));
  const plain = "tr:nth-child(n + 4):not(:has(td > *, th > *))";
  const shapes = "svg.plot :not(:has(text), text, tspan)";
  document.querySelectorAll(`svg path, ${shapes}, math > *, ${plain}`)
    .forEach((part) => part.remove());
  formulas.forEach((math, k) => {
    const { width, height } = boxes[k];
    math.replaceChildren();
    math.style = `display: inline-block; width: ${width}px;
      height: ${height}px`;
  });
}"""
"""Words of code become plain text; formulas, whose glyphs are no text, empty
boxes; drawings lose their lines, plots all that holds no text, and tables the
rows of plain text below the third.
"""
LOOKS = """() => {
  document.querySelector(".bd-sidebar")?.scrollTo(0, 0); // no line is cut
  const grounds = new Map();
  const ground = (part) => {
    if (!part) return "";
    if (!grounds.has(part)) {
      const { backgroundColor, backgroundImage, opacity, position }
        = getComputedStyle(part);
      const own = [backgroundColor, backgroundImage, opacity, position,
        part.matches("[disabled], [aria-disabled=true]")].join();
      const under = ground(part.parentElement);
      const plain = own === "rgba(0, 0, 0, 0),none,1,static,false";
      grounds.set(part, plain ? under : `${own} on ${under}`);
    }
    return grounds.get(part);
  };
  const counts = new Map();
  for (const part of document.querySelectorAll("body *")) {
    part.removeAttribute("data-look");
    const written = [...part.childNodes]
      .some((node) => node.nodeType === 3 && node.data.trim());
    const field = part.matches("input, select, textarea");
    const { width, height } = part.getBoundingClientRect();
    if (!(written || field) || width < 2 || height < 2) continue;
    if (!part.checkVisibility({ visibilityProperty: true })) continue;
    const { color, font, textShadow } = getComputedStyle(part);
    const look = [color, font, textShadow, ground(part)].join();
    counts.set(look, (counts.get(look) ?? 0) + 1);
    if (field || counts.get(look) <= 2) part.dataset.look = "";
  }
}"""
"""Mark what the contrasts are measured at: two texts of each colour and
letters on each ground.
"""
RUN = """async () => {
  const rule = { id: "color-contrast", selector: "[data-look]" };
  axe.configure({ rules: [rule] });
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const settings = { preload: false, resultTypes: ["violations"], rules };
  const { violations } = await axe.run(document, settings);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
}"""
"""Its preload guesses addresses of style sheets. Older versions leave the rule
of names that differ from what is seen off.
"""


def violations(page: Page) -> list[str]:
    """What axe-core finds on the page as it stands, each with its place. Code
    and formulas are not what they were, afterwards.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    page.evaluate(THIN)
    page.evaluate(LOOKS)
    return page.evaluate(RUN)
