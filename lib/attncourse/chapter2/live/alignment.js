// The alignment explorer. Two rows of words (on a phone two columns) and lines
// between them as wide as the weights; below, the heat map. Pointing at a word
// previews it, a click or the keyboard pins it. The model holds `examples`
// ({source, target, weights}), the `languages` of both sides, and the choices
// `example`, `side` and `word`.

import { short, threads } from "../../live/shared/threads.js";
import {
  block, choose, drawing, element, ending, fitted, follow, frame, numbered, para,
  picker, radiogroup, report, shape, steady, within,
} from "../../live/shared/ui.js";
import {
  FRAME, SIDES, crosses, drawHeat, shares, summary,
} from "./word_links.js";

const NARROW = 560; // pixels: a smaller figure has columns
const LETTERS = [16, 15, 14, 13, 12]; // pixels, of words in a row
const ROW = { narrow: 17, wide: 15, beside: 21 }; // pixels, of a heat map
const PITCH = { narrow: 46, wide: 34 }; // pixels, of words in a column
const HINT = `Point at a word of either side, or tap it. A click keeps it, and
  so do Tab and the arrow keys.`;

// The size of letters with which every sentence fits in a row of `width`
// pixels; undefined where it takes columns.
function letters(stage, sentences, width) {
  if (width < NARROW) return undefined;
  const pen = document.createElement("canvas").getContext("2d");
  const { fontFamily } = getComputedStyle(stage);
  const fits = (size) => {
    pen.font = `${size}px ${fontFamily}`;
    const room = (word) => Math.max(28, pen.measureText(word).width + 8) + 2;
    const length = (words) => words.reduce((sum, w) => sum + room(w), 0);
    return sentences.every((words) => length(words) <= width);
  };
  return LETTERS.find(fits);
}

// Where the lines begin and end: the sides of the words that face each other.
function ends(lines, groups, columns) {
  const origin = lines.getBoundingClientRect();
  const place = (k) => (button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const [x, y] = columns
      ? [k ? left : right, (top + bottom) / 2]
      : [(left + right) / 2, k ? top : bottom];
    return [x - origin.left, y - origin.top];
  };
  return groups.map(({ group }, k) => [...group.children].map(place(k)));
}

// The words of both sides. Gives {groups, fill, mark}: fill(example) writes
// them, mark(example, pin, {side, word}) says which one is pinned, which one is
// shown, and the numbers of the others.
function sides(model, point) {
  const names = ["Source words", "Words of the translation"];
  const last = { source: 0, target: 0 }; // where Tab enters
  const groups = SIDES.map((side, k) =>
    radiogroup(names[k], [], (word) => choose(model, { side, word })),
  );
  const fill = (example) =>
    SIDES.forEach((side, k) => {
      const number = () =>
        element("span", { class: "number", "aria-hidden": "true" });
      const texts = example[side].map((word) =>
        element("span", { class: "text" }, word, number()),
      );
      groups[k].fill(texts, { lang: model.get("languages")[k] });
      [...groups[k].group.children].forEach((button, word) => {
        button.addEventListener("pointerenter", ({ pointerType }) => {
          if (pointerType !== "touch") point({ side, word });
        });
        button.addEventListener("pointerleave", () => point(null));
      });
    });
  const mark = (example, pin, { side, word }) => {
    last[pin.side] = pin.word;
    const weights = shares(example, side, word);
    groups.forEach(({ group, check }, n) => {
      const buttons = [...group.children];
      const here = SIDES[n] === side;
      check(SIDES[n] === pin.side ? pin.word : -1);
      buttons[within(last[SIDES[n]], buttons.length)].tabIndex = 0;
      buttons.forEach((button, k) => {
        button.toggleAttribute("data-lit", here && k === word);
        const number = here ? "" : short(weights[k]);
        button.querySelector(".number").textContent = number;
      });
    });
  };
  return { groups, fill, mark };
}

// A row of the heat map stands for its word of the translation, which `wordAt`
// gives by the height in the map.
function listen(heat, wordAt, point, pin) {
  const wish = ({ clientY }) => {
    const word = wordAt(clientY - heat.getBoundingClientRect().top);
    return word === null ? null : { side: "target", word };
  };
  heat.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") point(wish(event));
  });
  heat.addEventListener("pointerleave", () => point(null));
  heat.addEventListener("click", (event) => {
    if (wish(event)) pin(wish(event));
  });
}

function render({ model, el }) {
  const examples = model.get("examples");
  const all = examples.flatMap((one) => SIDES.map((side) => one[side]));
  const most = (words) => Math.max(...words.map(({ length }) => length));
  const select = picker(
    numbered(examples.map(({ source }) => source.join(" "))),
    { lang: model.get("languages")[0] },
    (example) => choose(model, { word: 0, example }),
  );
  const status = report();
  const lines = shape("svg", { "aria-hidden": "true" });
  const heat = drawing(320, 320, { class: "heat" });
  const { groups, fill, mark } = sides(model, point);
  const half = (name, { group }) =>
    element("div", {}, para("heading", name), group);
  const [source, target] = groups;
  const stage = block("stage", half("Source", source), block("lines", lines));
  stage.append(half("Translation", target));
  const told = examples.flatMap((one) =>
    SIDES.flatMap((side) => one[side].map((_, k) => summary(one, side, k))),
  );
  const said = element("div", {}, steady(status, told), heat);
  const body = element("div", {}, stage, said);
  let [preview, size, grid] = [null, null, null];

  const chosen = () => within(model.get("example"), examples.length);

  function point(wish) {
    preview = wish;
    draw();
  }

  function draw() {
    const example = examples[chosen()];
    const own = model.get("side") === "source" ? "source" : "target";
    const word = within(model.get("word"), example[own].length);
    const pin = { side: own, word };
    const now = preview ?? pin;
    mark(example, pin, now);
    status.textContent = summary(example, now.side, now.word);
    if (!size) return;
    const columns = stage.classList.contains("columns");
    const places = ends(lines, groups, columns);
    const lit = crosses(now.side, now.word);
    lines.replaceChildren(...threads(example.weights, lit, places, columns));
    grid = drawHeat(heat, example, now.side, now.word, size);
  }

  function drawSentence() {
    select.value = chosen();
    fill(examples[chosen()]);
    point(null);
    requestAnimationFrame(hovered);
  }

  // The word that has come to lie under a pointer at rest is pointed at.
  function hovered() {
    if (!matchMedia("(hover: hover)").matches) return;
    groups.forEach(({ group }, k) => {
      const buttons = [...group.children];
      const word = buttons.findIndex((button) => button.matches(":hover"));
      if (word >= 0) point({ side: SIDES[k], word });
    });
  }

  // Rows where every sentence fits, else columns; beside them, where there is
  // room, the heat map.
  function layOut(width) {
    const fit = letters(stage, all, width);
    const [columns, narrow] = [!fit, width < NARROW];
    const beside = columns && !narrow;
    stage.classList.toggle("columns", columns);
    body.classList.toggle("beside", beside);
    const pitch = narrow ? PITCH.narrow : PITCH.wide;
    const sizes = { letters: fit ?? 15, pitch, height: pitch * most(all) };
    for (const [name, pixels] of Object.entries(sizes)) {
      stage.style.setProperty(`--${name}`, `${pixels}px`);
    }
    const row = beside ? ROW.beside : narrow ? ROW.narrow : ROW.wide;
    const wide = beside ? Math.floor((width - 24) / 2) : width;
    const rows = most(examples.map(({ target }) => target));
    size = [wide, FRAME + row * rows];
    draw();
  }

  const label = element("label", {}, "Sentence ", select);
  const parts = [label, para("note", HINT), body];
  el.append(frame("alignment", "Alignment explorer", ...parts));
  const wordAt = (y) => {
    const word = Math.floor((y - grid.top) / grid.high);
    return examples[chosen()].target[word] === undefined ? null : word;
  };
  listen(heat, wordAt, point, (word) => choose(model, word));
  drawSentence();
  return ending(
    fitted(body, layOut),
    follow(model, ["example"], drawSentence),
    follow(model, ["side", "word"], () => point(null)),
  );
}

export default { render };
