// One query among keys in the plane: scores, weights, output, and where a key
// wins. A `state` is {q, k, v, score, temperature}, with places [x, y] of the
// query, the keys, the values. Read it beside `spec`.

import { dot, softmax } from "../../live/shared/model.js";

export const REACH = 4; // queries and keys lie in -4 .. 4

export const off = (a, b) => a.map((x, m) => x - b[m]);

// Of a query and a key in the plane.
const COMPARE = {
  dot: (q, k) => dot(q, k),
  gaussian: (q, k) => -dot(off(q, k), off(q, k)) / 2,
};

function scoresOf({ q, k, score }) {
  return k.map((key) => COMPARE[score](q, key) / Math.SQRT2);
}

// softmax(score / temperature), the values that they mix, and how many keys
// are read: exp of the entropy, 1 for one key alone, S for S equal weights.
export function attend({ v, temperature, ...state }) {
  const scores = scoresOf(state);
  const weights = softmax(scores.map((score) => score / temperature));
  const along = [0, 1].map((m) => v.map((value) => value[m]));
  const output = along.map((numbers) => dot(weights, numbers));
  const parts = weights.map((a) => (a > 0 ? -a * Math.log(a) : 0));
  const entropy = parts.reduce((sum, part) => sum + part, 0);
  return { scores, weights, output, read: Math.exp(entropy) };
}

// The bandwidth h in the plane: there the weights are exp(-|q - k|^2 / 2h^2).
export function bandwidth({ temperature }) {
  return Math.sqrt(temperature * Math.SQRT2);
}

// The part of a polygon on which n . x >= b.
function clip(polygon, n, b) {
  return polygon.flatMap((corner, i) => {
    const next = polygon[(i + 1) % polygon.length];
    const [here, there] = [dot(corner, n) - b, dot(next, n) - b];
    const kept = here >= 0 ? [corner] : [];
    if (here * there >= 0) return kept;
    const share = here / (here - there);
    return [...kept, corner.map((x, m) => x + share * (next[m] - x))];
  });
}

// Where a query gives key i the largest weight, as a polygon; [] for nowhere.
// Key j wins against key i on one side of a line, whatever the temperature.
export function domain(i, keys, score) {
  const square = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const half = (k) => (score === "dot" ? 0 : dot(k, k) / 2);
  const found = keys.reduce((polygon, k, j) => {
    const [n, b] = [off(keys[i], k), half(keys[i]) - half(k)];
    return j === i ? polygon : clip(polygon, n, b);
  }, square.map((corner) => corner.map((x) => REACH * x)));
  return area(found) > 1e-6 ? found : [];
}

function area(polygon) {
  const part = ([x, y], [u, v]) => (x * v - u * y) / 2;
  const parts = polygon.map((p, i) => part(p, polygon.at(i - 1)));
  return Math.abs(parts.reduce((sum, one) => sum + one, 0));
}

// The same directions, all of one length; a key at the origin stays there.
export function evened(keys, length) {
  const sizes = keys.map((k) => Math.hypot(...k) || 1);
  return keys.map((k, i) => k.map((x) => (x * length) / sizes[i]));
}
