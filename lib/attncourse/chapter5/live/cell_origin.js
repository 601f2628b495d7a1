// What each number is made of, as cells to light and as a sum to read. A cell
// is {name, h, i, j}: the matrix, the head, the row, the column.

import { signed } from "../../live/shared/ui.js";
import { largerBy, sees } from "./self_attention.js";

export const MADE_BY = { q: "W_q", k: "W_k", v: "W_v" };

// As many digits as fit into a cell: four of a small number, none of a large.
export function brief(value) {
  const size = Math.abs(value);
  if (size >= 99999.5) {
    const [front, power] = value.toExponential(1).split("e+");
    return `${front.replace("-", "−")}e${power}`;
  }
  const whole = size < 1 ? 0 : Math.floor(Math.log10(size)) + 1;
  return signed(value, 4 - Math.min(whole, 4));
}

// The same without zeros at its end.
export function short(value) {
  const text = brief(value);
  return /\./.test(text) && !/e/.test(text)
    ? text.replace(/\.?0+$/, "")
    : text;
}

const all = (name, h, rows, columns) =>
  rows.flatMap((i) => columns.map((j) => ({ name, h, i, j })));
export const upTo = (count) => [...Array(count).keys()];

// The cells that a cell is made of.
export function cellOrigin({ name, h, i, j }, state, { x, heads }) {
  const [words, width] = [upTo(x.length), upTo(x[0].length)];
  if (name in MADE_BY) {
    return [...all("X", 0, [i], width), ...all(MADE_BY[name], h, width, [j])];
  }
  const pair = upTo(heads[0].q[0].length);
  if (name === "joined") {
    const wide = pair.length;
    return all("output", Math.floor(j / wide), [i], [j % wide]);
  }
  if (name === "output") {
    return [...all("weights", h, [i], words), ...all("v", h, words, [j])];
  }
  const made = [...all("q", h, [i], pair), ...all("k", h, [j], pair)];
  return name === "scores" ? made : [...made, ...all("scores", h, [i], words)];
}

const sum = (xs, ys) => xs.map((x, n) => `${x} · ${ys[n]}`).join(" + ");
const shorts = (numbers) => numbers.map(short);
const column = (rows, j) => rows.map((row) => row[j]);

function asSoftmax(state, row, { i, j }) {
  if (!sees(state, i, j)) return "hidden, as it comes later: exactly 0";
  const seen = row.filter((_, s) => sees(state, i, s));
  const power = (e) => `exp(${short(e)})`;
  return `${power(row[j])} / (${seen.map(power).join(" + ")})`;
}

// The sum itself, without its result.
export function calculation(cell, state, { x, heads }) {
  const { name, h, i, j } = cell;
  if (name === "joined") return "as above: outputs side by side";
  const head = heads[h];
  if (name in MADE_BY) {
    const factor = name === "v" ? 1 : state.factor;
    const W = largerBy(factor, state[MADE_BY[name]][h]);
    return sum(shorts(x[i]), shorts(column(W, j)));
  }
  if (name === "weights") return asSoftmax(state, head.scores[i], cell);
  if (name === "scores") {
    const both = sum(shorts(head.q[i]), shorts(head.k[j]));
    const whole = state.scaled ? `(${both}) / √${head.q[i].length}` : both;
    return sees(state, i, j) ? whole : "hidden, as it comes later: −∞";
  }
  return sum(shorts(head.weights[i]), shorts(column(head.v, j)));
}
