// What the alignment explorer says and draws of one word: the sentence, the
// lines between the words, the heat map. A `view` is {source, target, weights,
// known}; `side` and `word` are the word that stands out.

import { lettering, shape } from "../shared/ui.js";

export const SIDES = ["source", "target"];
const WIDEST = 11; // pixels of a line of weight 1
const FAINT = 0.03; // a smaller weight gets no line and no number
export const FRAME = 72; // pixels above a heat map, for its words

// The weights that a word of one side has with each word of the other.
export function shares({ weights }, side, word) {
  if (!weights) return null;
  return side === "target" ? weights[word] : weights.map((row) => row[word]);
}

// The sentence that says in words what the lines show.
export function summary(view, side, word) {
  const name = (where, k) => `“${view[where][k]}”`;
  const here = name(side, word);
  const there = side === "source" ? "target" : "source";
  const weights = shares(view, side, word);
  if (!weights) {
    return side === "target"
      ? `${here} reads the vector that every word reads: no weights.`
      : `${here} is part of the vector that every word reads: no weights.`;
  }
  const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a]);
  const part = (k) => [name(there, k), weights[k].toFixed(3)];
  const [[first, weight], second] = order.slice(0, 2).map(part);
  const next = second ? `; then ${second.join(", ")}` : "";
  return side === "target"
    ? `${here} reads ${first} most: weight ${weight}${next}.`
    : `${here} is read most by ${first}: weight ${weight}${next}.`;
}

// A weight in at most three letters.
export function short(weight) {
  if (weight < FAINT) return "";
  const text = weight.toFixed(2);
  return text === "1.00" ? "1" : text.slice(1);
}

// Is the cell of target word t and source word i in the lit row or column?
const crosses = (side, word) =>
  side === "target" ? (t) => t === word : (t, i) => i === word;

// Where the lines begin and end: the sides of the words that face each other.
export function ends(lines, groups, columns) {
  const origin = lines.getBoundingClientRect();
  const place = (k) => (button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const [x, y] = columns
      ? [k ? left : right, (top + bottom) / 2]
      : [(left + right) / 2, k ? top : bottom];
    return [x - origin.left, y - origin.top];
  };
  return SIDES.map((side, k) => [...groups[side].children].map(place(k)));
}

function curve([x, y], [u, v], columns, width, lit) {
  const [p, q] = [(x + u) / 2, (y + v) / 2];
  const bend = columns ? `${p} ${y} ${p} ${v}` : `${x} ${q} ${u} ${q}`;
  const d = `M${x} ${y}C${bend} ${u} ${v}`;
  const look = { "stroke-width": width.toFixed(2), class: lit ? "lit" : "" };
  return shape("path", { d, ...look });
}

// Lines as wide as the weights, those of the word in front.
export function threads({ weights }, side, word, [from, to], columns) {
  const lit = crosses(side, word);
  const [back, front] = [[], []];
  weights.forEach((row, t) =>
    row.forEach((weight, i) => {
      if (weight < FAINT) return;
      const path = curve(from[i], to[t], columns, WIDEST * weight, lit(t, i));
      (lit(t, i) ? front : back).push(path);
    }),
  );
  return [...back, ...front];
}

// All words go through one vector.
export function funnel(side, word, [from, to], columns, { width, height }) {
  const [cx, cy] = [width / 2, height / 2];
  const line = (group) => (place, k) => {
    const lit = side !== group || k === word;
    return curve(place, [cx, cy], columns, lit ? 2.5 : 1.5, lit);
  };
  return [
    ...from.map(line("source")),
    ...to.map(line("target")),
    shape("circle", { cx, cy, r: 17, class: "vector" }),
    lettering(cx, cy + 5, "c", "middle", "number"),
  ];
}

// The words of a heat map, and where its cells begin and how large they are.
function heatWords({ source, target }, lit, width, height) {
  const [left, top] = [width < 480 ? 84 : 110, FRAME];
  const wide = Math.min(40, (width - left - 30) / source.length);
  const high = (height - top) / target.length;
  const look = (on) => (on ? "lit" : "");
  // Words of a long sentence would overlap: every second, or third, is shown.
  const step = Math.ceil(11 / wide);
  const chosen = source.findIndex((_, i) => lit(-1, i));
  const free = (i) => chosen < 0 || Math.abs(i - chosen) >= step;
  const along = source.map((text, i) => {
    if (i !== chosen && (i % step || !free(i))) return "";
    const label = lettering(0, 0, text, "start", look(lit(-1, i)));
    const [x, y] = [left + (i + 0.6) * wide, top - 5];
    label.setAttribute("transform", `translate(${x} ${y}) rotate(-60)`);
    return label;
  });
  const down = target.map((text, t) => {
    const y = top + (t + 0.5) * high + 4;
    return lettering(left - 6, y, text, "end", look(lit(t, -1)));
  });
  return { left, top, wide, high, labels: [...along, ...down] };
}

function heatCells({ weights, known }, { left, top, wide, high }) {
  const cells = weights.flatMap((row, t) =>
    row.map((weight, i) => {
      const grey = Math.round(255 * weight);
      const fill = `rgb(${grey}, ${grey}, ${grey})`;
      const [x, y] = [left + i * wide, top + t * high];
      return shape("rect", { x, y, width: wide, height: high, fill });
    }),
  );
  const marks = (known ?? []).map(([t, i]) => {
    const [x, y] = [left + (i + 0.5) * wide, top + (t + 0.5) * high];
    const d = `M${x} ${y - 5}l5 5l-5 5l-5-5z`;
    return shape("path", { d, class: "known" });
  });
  return [...cells, ...marks];
}

// The heat map, black for 0 and white for 1, in `width` times `height` pixels;
// gives where its rows are.
export function drawHeat(heat, view, side, word, [width, height]) {
  heat.setAttribute("viewBox", `0 0 ${width} ${height + 4}`);
  heat.setAttribute("width", width);
  heat.setAttribute("height", height + 4);
  const place = heatWords(view, crosses(side, word), width, height);
  const { left, top, wide, high, labels } = place;
  const [across, down] = [wide * view.source.length, high * view.target.length];
  const box = (x, y, width, height, name) =>
    shape("rect", { x, y, width, height, class: name });
  // Around the cells, so that none is hidden.
  const lit =
    side === "target"
      ? [left - 3, top + word * high - 3, across + 6, high + 6]
      : [left + word * wide - 3, top - 3, wide + 6, down + 6];
  const middle = [left + across / 2, top + down / 2];
  const inside = view.weights
    ? [
        ...heatCells(view, place),
        box(...lit, "light casing"),
        box(...lit, `light ${side}`),
      ]
    : [lettering(...middle, "one vector, no weights")];
  const edge = box(left, top, across, down, "edge");
  heat.replaceChildren(...labels, edge, ...inside);
  return { top, high };
}
