// Lines between two rows, or columns, of words.

import { path } from "./ui.js";

const WIDEST = 11; // pixels of a line of weight 1
const FAINT = 0.03; // a smaller weight gets no line and no number

// A weight in at most three letters.
export function short(weight) {
  if (weight < FAINT) return "";
  const text = weight.toFixed(2);
  return text === "1.00" ? "1" : text.slice(1);
}

// One line, from [x, y] to [u, v].
export function thread([x, y], [u, v], columns, width, lit) {
  const [p, q] = [(x + u) / 2, (y + v) / 2];
  const bend = columns ? `${p} ${y} ${p} ${v}` : `${x} ${q} ${u} ${q}`;
  const line = path(`M${x} ${y}C${bend} ${u} ${v}`, lit ? "lit" : "");
  line.setAttribute("stroke-width", width.toFixed(2));
  return line;
}

// For weights "T S" lines as wide as they are, from S places to T places; those
// that are lit(t, s) lie in front.
export function threads(weights, lit, [from, to], columns) {
  const [back, front] = [[], []];
  weights.forEach((row, t) =>
    row.forEach((weight, s) => {
      if (weight < FAINT) return;
      const bright = lit(t, s);
      const line = thread(from[s], to[t], columns, WIDEST * weight, bright);
      (bright ? front : back).push(line);
    }),
  );
  return [...back, ...front];
}
