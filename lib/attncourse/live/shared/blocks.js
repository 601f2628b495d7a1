// The blocks of a Transformer, as `blocks` has them: attention and feed-forward
// layers, the norm first, each with a residual connection. A word is a vector.

import { linear, normalised, plus, relu, row, softmax } from "./model.js";

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

// x + act(norm(x) W_1 + b_1) W_2 + b_2.
function feedForward(pair, act) {
  const [norm, wide, narrow] = ["norm", "layer.wide", "layer.narrow"].map(pair);
  return (x) => plus(x, linear(narrow, act(linear(wide, normalised(norm, x)))));
}

// So many blocks, each with these attention `parts`, and the `last` norm.
export function stack(tensors, name, count, parts, heads, act = relu) {
  const inside = (place) => (part) =>
    ["weight", "bias"].map((end) => tensors[`${place}.${part}.${end}`]);
  return {
    last: (x) => normalised(inside(name)("last"), x),
    blocks: Array.from({ length: count }, (_, l) => {
      const block = `${name}.blocks.${l}`;
      const own = { forward: feedForward(inside(`${block}.feed_forward`), act) };
      for (const part of parts) own[part] = attention(inside(`${block}.${part}`), heads);
      return own;
    }),
  };
}
