// Two models that subtract one digit from another. The model holds the names of
// the `models`, the `answers` of each, a table for all pairs, and the digits
// that the reader chooses, `first` and `second`.

import {
  action, block, choose, drawing, element, frame, keep, para, path, picker, rect, signed,
  traits,
} from "../../live/shared/ui.js";

const DIGITS = [...Array(10).keys()];
const CELL = 12; // of the map of all pairs
const TITLE = "Change the digits, or swap them";

// One sum, and whether it is right.
function sum() {
  const [text, sign] = [element("span"), element("b")];
  const el = para("sum", text, " ", sign);
  const show = (a, b, said) => {
    const right = said === a - b;
    text.textContent = `${a} − ${b} = ${signed(said, 0)}`;
    sign.textContent = right ? "✓" : "✗";
    sign.className = right ? "right" : "wrong";
    sign.setAttribute("aria-label", right ? "right" : "wrong");
    sign.setAttribute("role", "img");
  };
  return { el, show };
}

// All pairs: the first digit down, the second along; a cross where it is wrong.
function pairs(answers) {
  const side = CELL * DIGITS.length;
  const map = drawing(side, side, { class: "pairs" });
  const chosen = [0, 1].map(() => rect(0, 0, CELL, CELL, "cursor"));
  const cells = DIGITS.flatMap((a) =>
    DIGITS.map((b) => {
      const [x, y] = [b * CELL + 1, a * CELL + 1];
      if (answers[a][b] === a - b) return rect(x, y, CELL - 2, CELL - 2, "full");
      const [left, right, top, foot] = [x + 2, x + CELL - 4, y + 2, y + CELL - 4];
      return path(`M${left} ${top}L${right} ${foot}M${right} ${top}L${left} ${foot}`, "miss");
    }),
  );
  map.append(...cells, ...chosen);
  const show = (a, b) =>
    [[a, b], [b, a]].forEach(([row, column], n) => {
      chosen[n].setAttribute("x", column * CELL);
      chosen[n].setAttribute("y", row * CELL);
    });
  return { map, show };
}

// What one model says of both orders, and of all pairs.
function answersPanel(name, answers) {
  const sums = [sum(), sum()];
  const { map, show } = pairs(answers);
  const right = DIGITS.flatMap((a) => DIGITS.filter((b) => answers[a][b] === a - b));
  const score = para("note", `${right.length} of ${DIGITS.length ** 2} differences right`);
  const said = element("div", { role: "status" }, ...sums.map(({ el }) => el));
  const words = element("div", {}, para("heading", name), said, score);
  const draw = (a, b) => {
    sums[0].show(a, b, answers[a][b]);
    sums[1].show(b, a, answers[b][a]);
    show(a, b);
  };
  return { el: block("panel apart", words, map), draw };
}

function render({ model, el }) {
  const { models, answers } = traits(model, ["models", "answers"]);
  const select = (name, label) =>
    picker(DIGITS, { "aria-label": label }, (k) => choose(model, { [name]: k }));
  const first = select("first", "first digit");
  const second = select("second", "second digit");
  const swap = action("swap", () => {
    const { first, second } = traits(model, ["first", "second"]);
    choose(model, { first: second, second: first });
  });
  const panels = models.map((name, n) => answersPanel(name, answers[n]));
  function update() {
    const { first: a, second: b } = traits(model, ["first", "second"]);
    [first.value, second.value] = [a, b];
    panels.forEach(({ draw }) => draw(a, b));
  }
  const line = block("line digits", first, element("span", {}, "−"), second, swap);
  const both = block("panels", ...panels.map(({ el }) => el));
  el.append(frame("calculator", "Two calculators", para("heading", TITLE), line, both));
  return keep(model, ["first", "second"], update);
}

export default { render };
