// The ruler with its two words, and above it the score of each place.

import {
  action, axis, block, circle, drawing, element, lettering, movable, rect, ruled, segment,
  signed, stretched, trace,
} from "../../live/shared/ui.js";
import { PLACES, SLOPES, shown } from "./encodings.js";

const LAST = PLACES - 1;
const BOX = { left: 34, top: 58, foot: 190, height: 328 };
const ROWS = { query: 26, key: 238, both: 304 }; // the middles of the handles
const SPAN = 270; // the bracket of both words
const ends = (encoding) => (encoding === "alibi" ? [-6, 1] : [-1, 1]);

// Whole places on the ruler, so far from `places` that none leaves it.
const kept = (places, by) => {
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const step = Math.min(Math.max(Math.round(by), -low), LAST - high);
  return places.map((place) => place + step);
};

// The parts of a curve: hidden places end it, `trained` places are drawn apart.
function runs(curve, told) {
  const parts = [];
  curve.forEach((value, s) => {
    if (value === null) return;
    const known = told(s);
    const here = parts.at(-1);
    if (here?.known === known) here.points.push([s, value]);
    else parts.push({ known, points: [...(here?.points.slice(-1) ?? []), [s, value]] });
  });
  return parts;
}

function word(x, row, letter, name) {
  const round = circle(x, ROWS[row], 17, `word ${name}`);
  return [round, lettering(x, ROWS[row] + 5, letter, "middle", "number")];
}

function frameOf(width, encoding, trained) {
  const box = { ...BOX, right: width - 24 };
  const [low, high] = ends(encoding);
  const x = axis(0, LAST, box.left, box.right);
  const y = axis(low, high, box.foot, box.top);
  const edge = x(trained - 0.5);
  const numbers = encoding === "alibi" ? [-6, -3, 0] : [-1, 0, 1];
  const xs = [0, 16, 32, 48, 64, 80, 96].map((s) => [x(s), String(s)]);
  const ys = numbers.map((value) => [y(value), signed(value, 0)]);
  const parts = [
    rect(edge, box.top, box.right - edge, box.foot - box.top, "beyond"),
    segment(edge, box.top, edge, box.foot, "edge-of-training"),
    ...ruled(box, xs, ys, ""),
    lettering(box.left, box.top - 6, "score", "start"),
    lettering(box.right - 4, box.foot - 6, "beyond the trained length", "end"),
  ];
  return { box, x, y, parts };
}

// The scores of the other heads of ALiBi, as far as they fit.
function others(state, x, y) {
  if (state.encoding !== "alibi") return [];
  return SLOPES.map((_, h) => {
    const { curve } = shown(state, h);
    const points = curve.flatMap((value, s) =>
      value === null || value < -6 ? [] : [[x(s), y(value)]],
    );
    return trace(points, "other");
  });
}

function drawRuler(plot, width, state, found) {
  const { encoding, places, trained } = state;
  const [t, s] = places;
  const { box, x, y, parts } = frameOf(width, encoding, trained);
  const learned = encoding === "learned";
  const told = (place) => !learned || Math.max(t, place) < trained;
  const curve = runs(found.curve, told).map(({ known, points }) =>
    trace(points.map(([s, value]) => [x(s), y(value)]), known ? "curve" : "curve untold"),
  );
  const score = found.score === null ? [] : [circle(x(s), y(found.score), 6, "mark")];
  plot.replaceChildren(
    ...parts,
    segment(x(t), ROWS.query, x(t), box.foot, "line query"),
    segment(x(s), box.top, x(s), ROWS.key, "line key"),
    segment(x(t), box.foot + 22, x(t), SPAN, "line query"),
    segment(x(s), ROWS.key, x(s), SPAN, "line key"),
    segment(x(t), SPAN, x(s), SPAN, "span"),
    lettering(x((s + t) / 2), SPAN - 4, t === s ? "" : String(Math.abs(t - s))),
    ...others(state, x, y),
    ...curve,
    ...score,
    ...word(x(t), "query", "q", "query"),
    ...word(x(s), "key", "k", "key"),
  );
  return x;
}

// The ruler of a state that `read()` gives; `moved` is told other places. Gives
// {el, show, end}.
export function ruler(read, moved) {
  const plot = drawing(0, BOX.height);
  const el = block("ruler", plot);
  let [width, found] = [0, null];
  const at = ({ clientX }) => {
    const { left, width: wide } = plot.getBoundingClientRect();
    const value = axis(BOX.left, width - 24, 0, LAST);
    return [value(((clientX - left) * width) / wide), 0];
  };
  const handle = (button, place, put) => {
    movable(button, () => [place(), 0], at, ([to]) => put(to - place()), [1, 0], [8, 0]);
    el.append(button);
    return button;
  };
  const move = (n) => (by) => {
    const [one] = kept([read().places[n]], by);
    moved(read().places.map((place, k) => (k === n ? one : place)));
  };
  const single = (n) => {
    const button = element("button", { type: "button", class: "handle" });
    return handle(button, () => read().places[n], move(n));
  };
  const words = [single(0), single(1)];
  const pair = action("↔ move both", () => {});
  pair.classList.add("both");
  handle(pair, () => read().places[0], (by) => moved(kept(read().places, by)));
  const { redraw, end } = stretched(el, plot, BOX.height, (wide) => {
    width = wide;
    if (!found) return;
    const { places } = read();
    const x = drawRuler(plot, width, read(), found);
    words.forEach((button, n) => {
      button.style.left = `${x(places[n])}px`;
      button.style.top = `${n ? ROWS.key : ROWS.query}px`;
      button.setAttribute("aria-label", `${n ? "key" : "query"} at position ${places[n]}`);
    });
    const middle = x((places[0] + places[1]) / 2);
    pair.style.left = `${Math.min(Math.max(middle, 66), width - 66)}px`;
    pair.style.top = `${ROWS.both}px`;
  });
  const show = (now) => {
    found = now;
    redraw();
  };
  return { el, show, end };
}
