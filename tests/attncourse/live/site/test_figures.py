"""Every live figure, in whatever state: it keeps its height, fits its window,
can be read and hit by a finger, and begins again where it has a reset.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from attncourse.chapter2.live.alignment import AlignmentExplorer
from attncourse.chapter2.live.score import ScoreFigure
from attncourse.chapter4.live.plane import LivePlane
from attncourse.chapter5.live.children import LiveChildren
from attncourse.chapter5.live.matrices import LiveMatrices
from attncourse.chapter6.live.calculator import LiveCalculator
from attncourse.chapter6.live.clocks import LiveClocks
from attncourse.chapter8.live.pairs import LivePairs
from attncourse.chapter8.live.shannon import LiveShannon
from attncourse.live.base import LiveFigure
from tests.attncourse.chapter1.site import test_gate
from tests.attncourse.chapter2.site import test_alignment
from tests.attncourse.chapter5.live.test_children import MODELS
from tests.attncourse.chapter6.live import test_order
from tests.attncourse.chapter6.live.test_calculator import BLIND
from tests.attncourse.chapter7.site import test_transformer
from tests.attncourse.chapter8.live import test_pairs, test_shannon
from tests.attncourse.chapter8.site import test_completion
from tests.attncourse.live.site import captions, test_player, translations
from tests.attncourse.live.site.alive import opened
from tests.site.axe import violations
from tests.site.labels import small

WALK = """async () => {
  const box = document.querySelector(".attnbook-live");
  const heights = {};
  let part = () => "whole";
  const look = () => {
    const { height } = box.getBoundingClientRect();
    const wide = document.documentElement.scrollWidth - innerWidth;
    const seen = `${height} high, ${Math.max(wide, 0)} too wide`;
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


class Case(NamedTuple):
    """A figure, how often Tab stops in it, and a walk through it."""

    make: Callable[[], LiveFigure]
    stops: int
    walk: str


CASES = {
    "alignment": Case(
        lambda: AlignmentExplorer(test_alignment.STORED),
        3,
        """for (const { value } of all("option")) {
             put(all("select")[0], value);
             all(".stage button").forEach(tap);
           }""",
    ),
    "calculator": Case(
        lambda: LiveCalculator(BLIND),
        3,
        """for (const [a, b] of [[9, 0], [0, 9], [3, 3]]) {
             put(all("select")[0], a);
             put(all("select")[1], b);
             press("swap");
           }""",
    ),
    "captioner": Case(
        captions.figure,
        16,
        """const [select] = all("select");
           for (const change of ["Remove", "Empty", "Add"]) {
             all(".tiles button")[0].focus();
             press(change);
             put(select, 0);
           }
           if (box.innerText.includes("Load both")) {
             press("Load both");
             await until(/Loaded/);
           }
           put(select, all("option").length - 1);
           const kinds = "seven triangle triangle seven zero five".split(" ");
           for (const kind of kinds) {
             tap(all(`.icon[aria-label=${kind}]`)[0]);
             press("Add");
             await until(/Computed/);
           }
           for (const _ of "123") tap(all("[aria-label='Next word']")[0]);""",
    ),
    "children": Case(
        lambda: LiveChildren(MODELS),
        7,
        """for (const what of ["two heads", "one question", "new circle"])
             press(what);
           all(".circle button").forEach(tap);
           put(all("select")[0], 2);""",
    ),
    "clocks": Case(
        LiveClocks,
        4,
        """for (const kind of all("[role=radio]")) {
             tap(kind);
             for (const word of all(".ruler button"))
               for (const key of ["ArrowLeft", "ArrowRight"])
                 for (const _ of "12345678901234") push(word, key);
           }""",
    ),
    "completion": Case(
        test_completion.figure,
        20,
        """const [select] = all("select");
           const token = () => tap(all("button.entry")[3]);
           for (const k of [0, 2, 3]) {
             put(select, k);
             all(".caption button").forEach(tap);
             token();
           }
           press("Load the model");
           await until(/Computed/);
           const long = ["a, ".repeat(60), `${"dog ".repeat(76)} a 你`];
           for (const text of ["", ...long, "a 你"]) {
             put(all("textarea")[0], text);
             press("Start again");
             await until(text.length > 99 ? /at most/ : /Computed/);
           }
           for (const heat of [0, 2, 1]) {
             put(all("input")[0], heat);
             all("[aria-label=top-k] button").forEach(tap);
             put(all("input")[1], 0.3);
             for (const name of ["draw", "write to the end", "back"]) {
               press(name);
               await until(/Computed/);
               token();
             }
           }""",
    ),
    "gate": Case(
        test_gate.figure,
        2,
        """for (const bias of [-2, 0, 3, 7.5])
             for (const steps of [10, 100, 1000]) {
               put(all("input")[0], bias);
               press(steps);
             }""",
    ),
    "matrices": Case(
        LiveMatrices,
        18,
        """part = () => `${all("tr").length} rows`;
           const type = (text) =>
             put(all("[aria-label='X, word 1, number 1']")[0], text);
           for (const words of [2, 3, 4]) {
             for (const factor of all("[aria-label$=times] button")) {
               tap(factor);
               for (const turn of all("[role=switch], [role=switch]")) {
                 tap(turn);
                 ["-9.5", "50"].forEach(type);
                 all("[data-name=weights] td:not(.gap)")[3]
                   .dispatchEvent(new Event("pointerenter"));
                 look();
               }
               press(words > 2 ? "to the end" : "swap");
             }
             if (words < 4) press("add a word");
           }
           tap(all("[aria-label=heads] button")[1]);
           put(all("[aria-label='head 2, W_v, row 1, column 1']")[0], "5");
           type("50"); // what is refused is told until the next change""",
    ),
    "order": Case(
        test_order.figure,
        6,
        """for (const kind of all("[role=radio]")) {
             tap(kind);
             for (const length of [32, 100, 256]) put(all("input")[0], length);
             for (const key of ["Home", "ArrowDown", "End"])
               push(all(".strip")[0], key);
           }
           press("new sequence");
           await until(/model says/);""",
    ),
    "plane": Case(
        LivePlane,
        12,
        """const [width] = all("input");
           press("equally long");
           put(all("input")[1], 0.5);
           for (const kind of all("[aria-label=Score] button"))
             for (const wide of [width.min, width.max])
               for (const _ of "12") {
                 tap(kind);
                 put(width, wide);
                 press("divide");
                 for (const _ of "1234567890123456")
                   push(all("[aria-label^=query]")[0], "ArrowLeft");
               }""",
    ),
    "pairs": Case(
        lambda: LivePairs(test_pairs.SENTENCES, test_pairs.WAYS),
        2,
        """for (const sentence of [1, 0])
             for (const k of [0, 1, 2, 3]) {
               put(all("select")[0], sentence);
               put(all("input")[0], k);
             }""",
    ),
    "player": Case(
        test_player.figure,
        3,
        """for (const k of "012345") put(all("input")[0], k);
           press("step back");""",
    ),
    "scene": Case(test_player.painted, 3, 'press("step back");'),
    "score": Case(
        ScoreFigure,
        1,
        """for (const s of [-3, -0.1, 2.2]) put(all("input")[0], s);""",
    ),
    "shannon": Case(
        lambda: LiveShannon([test_shannon.ROUND, test_shannon.LAST]),
        3,
        """for (const word of [0, 3, 1]) {
             tap(all("[role=radio]")[word]);
             for (const level of [0, 14]) put(all("input")[0], level);
             press("Bet on the left side");
             tap(all("[role=radio]")[2]);
             press("Bet on both sides");
             tap(all("button.main")[0]);
           }""",
    ),
    "transformer": Case(
        test_transformer.figure,
        9,
        """put(all("select")[0], 1);
           all("[role=radio]").filter((_, k) => k % 8 === 0).forEach(tap);
           for (const n of [1, 80]) put(all("input")[1], n);
           press("Load all three");
           await until(/Computed/);
           for (const text of ["a black dog", "", "dog ".repeat(60)]) {
             put(all("textarea")[0], text);
             press("Translate");
             await until(/Computed|Type/);
             put(all("input")[0], 1);
           }
           tap(all("[role=radio]")[1]);
           press("this head is off");
           await until(/heads off.*Computed/);
           press("keep keys and values");""",
    ),
    "translator": Case(
        translations.figure,
        4,
        """put(all("select")[0], all("option").length - 2);
           const fetched = fetch;
           let go;
           const wait = new Promise((done) => { go = done; });
           window.fetch = (file) => wait.then(() => fetched(file));
           press("Load both");
           go();
           await until(/Computed/);
           for (const text of ["a black dog", "", "dog ".repeat(60)]) {
             put(all("textarea")[0], text);
             press("Translate");
             await until(/Computed|Type/);
           }""",
    ),
}


@pytest.mark.parametrize("way", [(390, "dark"), (1280, "light")], ids=str)
@pytest.mark.parametrize("name", CASES)
def test_it_stands_fits_and_can_be_used(
    browser: Browser, name: str, way: tuple[int, str]
) -> None:
    case = CASES[name]
    with opened(browser, case.make(), *way) as page:
        assert page.evaluate(STOPS) == case.stops
        heights = page.evaluate(WALK.replace("STEPS", case.walk))
        assert all(len(seen) == 1 for seen in heights.values()), heights
        assert all("0 too wide" in seen[0] for seen in heights.values())
        assert page.evaluate(SMALL) == []
        assert small(page, ".attnbook-live") == []
        assert violations(page) == []
