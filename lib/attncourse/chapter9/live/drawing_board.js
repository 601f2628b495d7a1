// A digit to draw: 8 x 8 cells, a soft brush, arrow keys and space.

import { ARROWS, dragged, drawing, element, rect, segment } from "../../live/shared/ui.js";

export const SIDE = 8;
const CELLS = SIDE * SIDE;
const columnOf = (k) => k % SIDE;
const lineOf = (k) => Math.floor(k / SIDE);
export const blank = () => new Float32Array(CELLS);

// A drawing as a text, a letter from 0 to g for the ink of each cell, and the drawing
// of such a text.
const DEPTH = 16;
export const written = (image) =>
  [...image].map((ink) => Math.round(DEPTH * ink).toString(DEPTH + 1)).join("");
export const drawingOf = (text) =>
  blank().map((_, k) => (parseInt(text[k], DEPTH + 1) || 0) / DEPTH);

// The drawing after the brush has touched it at x, y, in cells: full there, half
// one cell away, nothing at one and a half.
export function touched(image, x, y) {
  return image.map((ink, k) => {
    const away = Math.hypot(columnOf(k) + 0.5 - x, lineOf(k) + 0.5 - y);
    const more = Math.min(Math.max(1.5 - away, 0), 1);
    return Math.max(ink, Math.round(DEPTH * more) / DEPTH);
  });
}

// The drawing moved by whole cells; empty ones come in.
export function moved(image, right, down) {
  return image.map((_, k) => {
    const [x, y] = [columnOf(k) - right, lineOf(k) - down];
    const there = Math.min(x, y) >= 0 && Math.max(x, y) < SIDE;
    return there ? image[y * SIDE + x] : 0;
  });
}

// The places along a line, a quarter of a cell apart.
function between([x, y], [a, b]) {
  const count = Math.max(Math.ceil(4 * Math.hypot(a - x, b - y)), 1);
  return Array.from({ length: count }, (_, n) => {
    const share = (n + 1) / count;
    return [x + share * (a - x), y + share * (b - y)];
  });
}

function grid() {
  const cells = Array.from({ length: CELLS }, (_, k) => rect(columnOf(k), lineOf(k), 1, 1, "ink"));
  const lines = Array.from({ length: SIDE - 1 }, (_, n) => [
    segment(n + 1, 0, n + 1, SIDE, "rule"), segment(0, n + 1, SIDE, n + 1, "rule"),
  ]);
  const here = rect(0, 0, 1, 1, "here");
  const el = drawing(SIDE, SIDE, { class: "sheet" });
  el.append(...cells, ...lines.flat(), here);
  return { el, cells, here };
}

const cellSaid = (k, ink) =>
  `Row ${lineOf(k) + 1}, column ${columnOf(k) + 1}: ${Math.round(100 * ink)}% ink.`;

// The keys of the board: arrows, space, Delete.
function keyed(desk, fixed, { go, ink, wipe }) {
  const acts = { " ": ink, Delete: wipe, Backspace: wipe };
  desk.addEventListener("keydown", (event) => {
    const { key } = event;
    if (fixed() || !(key in acts || key in ARROWS)) return;
    event.preventDefault();
    if (key in ARROWS) go(...ARROWS[key]);
    else acts[key]();
  });
}

// `begun()` is told before a stroke, `changed(image)` of each change of it, and
// `at(text)` where the keys are. Gives {el, open}.
export function drawingBoard({ begun, changed, at }) {
  const { el: sheet, cells, here } = grid();
  const look = { tabindex: 0, role: "application", "aria-label": "Your drawing, 8 by 8 cells" };
  const desk = element("div", { class: "board", ...look }, sheet);
  let [image, fixed, place, last] = [blank(), true, 3 * SIDE + 3, null];

  function open(given, kept) {
    [image, fixed] = [Float32Array.from(given), kept];
    cells.forEach((cell, k) => cell.setAttribute("fill-opacity", image[k].toFixed(2)));
    desk.toggleAttribute("data-fixed", fixed);
    desk.tabIndex = fixed ? -1 : 0;
  }

  function set(drawn) {
    open(drawn, fixed);
    changed(image);
  }

  const draw = (places) =>
    set(places.reduce((drawn, [x, y]) => touched(drawn, x, y), image));

  function go(to) {
    place = to;
    here.setAttribute("x", columnOf(place));
    here.setAttribute("y", lineOf(place));
  }

  const tell = () => at(cellSaid(place, image[place]));

  sheet.addEventListener("pointerdown", () => {
    if (!fixed) begun();
    last = null;
  });
  dragged(sheet, () => [0, 0, SIDE, SIDE], (x, y) => {
    if (fixed) return;
    const next = [x * SIDE, y * SIDE];
    draw(between(last ?? next, next));
    last = next;
  });
  keyed(desk, () => fixed, {
    go(right, down) {
      const keep = (z) => Math.min(Math.max(z, 0), SIDE - 1);
      go(keep(lineOf(place) + down) * SIDE + keep(columnOf(place) + right));
      tell();
    },
    ink() {
      begun();
      draw([[columnOf(place) + 0.5, lineOf(place) + 0.5]]);
      tell();
    },
    wipe() {
      begun();
      set(image.map((ink, k) => (k === place ? 0 : ink)));
      tell();
    },
  });
  go(place);
  return { el: desk, open };
}
