// The blocks of a Transformer, as `blocks` has them: attention and feed-forward
// layers, the norm first, each with a residual connection. A word is a vector.

import { dot, linear, normalised, pairOf, plus, relu, row, softmax, wave } from "./model.js";

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

// f(x W_1 + b_1) W_2 + b_2, which is added to the word x.
function feedForward(pair, f) {
  const [norm, wide, narrow] = ["norm", "layer.wide", "layer.narrow"].map(pair);
  return (x) => linear(narrow, linear(wide, normalised(norm, x)).map(f));
}

// So many blocks, each with these attention `parts`, and the norm at their `end`;
// `name` is that of the stack in a file, with its dot, `f` what is between the
// layers of a feed-forward part.
export function stack(tensors, name, count, parts, heads, { end = "last", f = relu } = {}) {
  const norm = pairOf(tensors, name)(end);
  return {
    last: (x) => normalised(norm, x),
    blocks: Array.from({ length: count }, (_, l) => {
      const inside = (part) => pairOf(tensors, `${name}blocks.${l}.${part}.`);
      const own = { network: feedForward(inside("feed_forward"), f) };
      for (const part of parts) own[part] = attention(inside(part), heads);
      return own;
    }),
  };
}

const length = (x) => Math.sqrt(dot(x, x));

// A word x after one layer, which adds to it unless it is `off`; `shares` gets the
// length of what it adds, as a share of the word's after it.
export function residual(x, added, shares, off) {
  const sum = plus(x, added);
  shares.push(length(added) / length(sum));
  return off ? x : sum;
}

// One word x through a stack: its features at last, what is `seen`, by part and
// layer the weights of the heads, and the `shares` of the layers, by part. Its keys
// and values go to what is `kept` of its own words. The heads that are
// off(part, layer, head) read nothing, the layers that are off(part, layer) add
// nothing; the networks are the part "decoder_network".
export function advanced({ blocks, last }, kept, x, off = () => false) {
  const [seen, shares] = [{}, {}];
  const grow = (part, l, added) => {
    x = residual(x, added, (shares[part] ??= []), off(part, l));
  };
  for (const [l, block] of blocks.entries()) {
    for (const part of Object.keys(kept[l])) {
      const normed = block[part].normed(x);
      if (part === "own") kept[l].own.push(block.own.keep(normed));
      const found = block[part].reading(normed, kept[l][part], (h) => off(part, l, h));
      (seen[part] ??= []).push(found.weights);
      grow(part, l, found.added);
    }
    grow("decoder_network", l, block.network(x));
  }
  return { x: last(x), seen, shares };
}
