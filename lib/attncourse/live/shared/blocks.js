// The blocks of a Transformer, as `blocks` has them: attention and feed-forward
// layers, the norm first, each with a way around it. A word is a vector.

import { affine, row, softmax } from "./model.js";

const linear = ([W, b], x) => affine(W, x, b);
export const plus = (x, y) => x.map((value, d) => value + y[d]);

// (x - mean) / deviation, then a gain and a shift. Ba et al. 2016, equation 4.
function normalised([gain, shift], x) {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  const square = x.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(square / x.length + 1e-5);
  return x.map((value, d) => ((value - mean) / deviation) * gain.data[d] + shift.data[d]);
}

// The sine or cosine of feature d at a position. Vaswani et al. 2017, 3.5.
function wave(position, d, width) {
  const turned = position * 10000 ** (-(d - (d % 2)) / width);
  return d % 2 ? Math.cos(turned) : Math.sin(turned);
}

// From a table to a function: the vector of a token at a position.
export function embedding(table) {
  const scale = Math.sqrt(table.columns);
  return (token, position) =>
    row(table, token).map((x, d) => x * scale + wave(position, d, table.columns));
}

// What the query of one word reads of `kept`, the keys and values of words: the
// heads side by side, zeros for a head that is off, and the weights of each.
function attend(q, kept, heads, off) {
  const width = q.length / heads;
  const found = new Float32Array(q.length);
  const weights = Array.from({ length: heads }, (_, h) => {
    const [from, to] = [h * width, (h + 1) * width];
    const scores = Float32Array.from(kept, ({ k }) => {
      let sum = 0;
      for (let d = from; d < to; d++) sum += q[d] * k[d];
      return sum / Math.sqrt(width);
    });
    const own = softmax(scores);
    if (off(h)) return own;
    kept.forEach(({ v }, s) => {
      for (let d = from; d < to; d++) found[d] += own[s] * v[d];
    });
    return own;
  });
  return { found, weights };
}

// An attention layer with its norm: keep(memory) gives a key and a value, and
// reading(x, kept, off) what is added to the word x, and the weights.
function attention(pair, heads) {
  const parts = ["norm", "layer.query", "layer.key", "layer.value", "layer.out"];
  const [norm, query, key, value, out] = parts.map(pair);
  return {
    normed: (x) => normalised(norm, x),
    keep: (x) => ({ k: linear(key, x), v: linear(value, x) }),
    reading(x, kept, off = () => false) {
      const { found, weights } = attend(linear(query, x), kept, heads, off);
      return { added: linear(out, found), weights };
    },
  };
}

// max(0, x W_1 + b_1) W_2 + b_2, and the way around it.
function feedForward(pair) {
  const [norm, wide, narrow] = ["norm", "layer.wide", "layer.narrow"].map(pair);
  const relu = (x) => x.map((value) => Math.max(value, 0));
  return (x) => plus(x, linear(narrow, relu(linear(wide, normalised(norm, x)))));
}

// So many blocks, each with these attention `parts`, and the `last` norm.
export function stack(tensors, name, count, parts, heads) {
  const inside = (place) => (part) =>
    ["weight", "bias"].map((end) => tensors[`${place}.${part}.${end}`]);
  return {
    last: (x) => normalised(inside(name)("last"), x),
    blocks: Array.from({ length: count }, (_, l) => {
      const block = `${name}.blocks.${l}`;
      const own = { forward: feedForward(inside(`${block}.feed_forward`)) };
      for (const part of parts) own[part] = attention(inside(`${block}.${part}`), heads);
      return own;
    }),
  };
}
