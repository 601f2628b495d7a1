// What the alignment explorer says and draws of one word: the sentence, the
// lines between the words, the heat map. A `view` is {source, target, weights,
// known}; `side` and `word` are the word that stands out.

import { funnel, threads } from "../shared/threads.js";
import { circle, lettering, path, rect, shape } from "../shared/ui.js";

export const SIDES = ["source", "target"];
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
  return SIDES.map((side, k) => [...groups[side].group.children].map(place(k)));
}

// Lines as wide as the weights, those of the word in front; or all words go
// through one vector.
export function links({ weights }, side, word, places, columns, lines) {
  if (weights) return threads(weights, crosses(side, word), places, columns);
  const { width, height } = lines.getBoundingClientRect();
  const waist = [width / 2, height / 2];
  const lit = (k, other) => side !== SIDES[other] || k === word;
  return [
    ...funnel(lit, places, waist, columns),
    circle(...waist, 17, "vector"),
    lettering(waist[0], waist[1] + 5, "c", "middle", "number"),
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
    return path(`M${x} ${y - 5}l5 5l-5 5l-5-5z`, "known");
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
  // Around the cells, so that none is hidden.
  const lit =
    side === "target"
      ? [left - 3, top + word * high - 3, across + 6, high + 6]
      : [left + word * wide - 3, top - 3, wide + 6, down + 6];
  const middle = [left + across / 2, top + down / 2];
  const inside = view.weights
    ? [
        ...heatCells(view, place),
        rect(...lit, "light casing"),
        rect(...lit, `light ${side}`),
      ]
    : [lettering(...middle, "one vector, no weights")];
  const edge = rect(left, top, across, down, "edge");
  heat.replaceChildren(...labels, edge, ...inside);
  return { top, high };
}
