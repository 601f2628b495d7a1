// The models of chapter 6, as `models.tagger` has them: causal layers of
// several heads, with one of the encodings of `positions`. Read it beside both.

import {
  angle, argmax, demand, dot, linear, normalised, pairOf, plus, read, relu, row,
  softmax, wave,
} from "../../live/shared/model.js";

// By how much the clock of feature d turns less than in training: not at all; all
// of them `by` times (Chen et al. 2023); with a larger base, the slowest one; or
// those that made no full turn in the `trained` length (Peng et al. 2024).
const SLOWER = {
  trained: () => 1,
  interpolated: (by) => 1 / by,
  base: (by, d, width) => by ** (-(d - (d % 2)) / (width - 2)),
  slow: (by, d, width, trained) => (angle(trained, d, width) < 2 * Math.PI ? 1 / by : 1),
};
export const CLOCKS = Object.keys(SLOWER);

// What is added to a word at a place, where clocks may be slower.
const ADDED = {
  sinusoidal: (x, place, rows, slower) =>
    x.map((value, d) => value + wave(place * slower(d, x.length), d, x.length)),
  learned: (x, place, { places }) => plus(x, row(places, place)),
};

// Each pair turned by the angle of its place. Su et al. 2021, equation 16.
function turned(x, place, slower) {
  return x.map((value, d) => {
    const turn = angle(place * slower(d, x.length), d, x.length);
    const other = d % 2 ? x[d - 1] : -x[d + 1];
    return value * Math.cos(turn) + other * Math.sin(turn);
  });
}

// 2^(-8 h / H), where H is a power of 2. Press et al. 2022, section 3.
const slope = (h, heads) => 2 ** ((-8 * (h + 1)) / heads);

// The row of the distance from place t back to place s. Shaw et al. 2018.
const near = (t, s, reach) => Math.max(s - t, -reach) + reach;

// What a layer does with places: `turn` a query or key, add to the scores of a
// query q at place t, add to what it reads with its `weights`.
const plain = { turn: (x) => x, bias: () => () => 0, more: () => null };
const INSIDE = {
  rotary: { ...plain, turn: turned },
  alibi: {
    ...plain,
    bias: (q, t, h, { heads }) => (s) => slope(h, heads) * (s - t),
  },
  shaw: {
    ...plain,
    bias(q, t, h, { reach }, { keys }) {
      const scores = Array.from({ length: reach + 1 }, (_, r) => dot(q, row(keys, r)));
      return (s) => scores[near(t, s, reach)] / Math.sqrt(q.length);
    },
    more(weights, t, { reach }, { values }) {
      const each = new Float32Array(reach + 1);
      weights.forEach((weight, s) => (each[near(t, s, reach)] += weight));
      return read(each, Array.from(each, (_, r) => row(values, r)));
    },
  },
};

// One head on the normalised words: what each place reads, and its weights over
// itself and all before it. Vaswani et al. 2017, equation 1.
function head(h, q, k, v, config, rows) {
  const { turn, bias, more } = INSIDE[config.encoding] ?? plain;
  const width = q[0].length / config.heads;
  const cut = (x) => x.subarray(h * width, (h + 1) * width);
  const keys = k.map((x, s) => turn(cut(x), s, config.slower));
  const given = v.map(cut);
  const weights = q.map((x, t) => {
    const query = turn(cut(x), t, config.slower);
    const added = bias(query, t, h, config, rows);
    const score = (_, s) => dot(query, keys[s]) / Math.sqrt(width) + added(s);
    return softmax(Float32Array.from({ length: t + 1 }, score));
  });
  const output = weights.map((own, t) => {
    const found = read(own, given.slice(0, t + 1));
    const extra = more(own, t, config, rows);
    return extra ? plus(found, extra) : found;
  });
  return { output, weights };
}

// One layer on the words `x`: {words, weights}, the weights head by head.
function layer({ part, rows }, config, x) {
  const before = x.map((word) => normalised(part("before"), word));
  const [q, k, v] = ["query", "key", "value"].map((name) =>
    before.map((word) => linear(part(`heads.${name}`), word)),
  );
  const heads = Array.from({ length: config.heads }, (_, h) => head(h, q, k, v, config, rows));
  const [mix, wide, narrow] = ["heads.out", "wide", "narrow"].map(part);
  const words = x.map((word, t) => {
    const found = Float32Array.from(heads.flatMap(({ output }) => [...output[t]]));
    const mixed = plus(word, linear(mix, found));
    const inner = linear(wide, normalised(part("between"), mixed)).map(relu);
    return plus(mixed, linear(narrow, inner));
  });
  return { words, weights: heads.map((one) => one.weights) };
}

// From the content of a safetensors file to a function of symbols, of the name of
// its clocks, how many times longer texts they shall serve, and the length of the
// training. It gives for each place its `logits`, what is `said`, and by layer and head `weights`.
export function ordered({ metadata, tensors }) {
  const config = JSON.parse(metadata.config);
  const known = ["none", ...Object.keys(ADDED), ...Object.keys(INSIDE)];
  const kind = `${metadata.kind} ${config.encoding}`;
  const right = metadata.kind === "ordered" && config.causal && known.includes(config.encoding);
  demand(right, kind);
  const layers = Array.from({ length: config.layers }, (_, l) => {
    const own = (name) => tensors[`layers.${l}.heads.position.${name}_rows`];
    const rows = { keys: own("key"), values: own("value") };
    return { part: pairOf(tensors, `layers.${l}.`), rows };
  });
  const part = pairOf(tensors);
  const add = ADDED[config.encoding] ?? ((x) => x);
  const places = tensors["places.table"];
  return (tokens, clocks = "trained", by = 1, trained = 32) => {
    const slower = (d, width) => SLOWER[clocks](by, d, width, trained);
    let words = tokens.map((token, t) =>
      add(row(tensors["embedding.weight"], token), t, { places }, slower),
    );
    const weights = layers.map((one) => {
      const found = layer(one, { ...config, slower }, words);
      words = found.words;
      return found.weights;
    });
    const logits = words.map((word) => linear(part("out"), normalised(part("last"), word)));
    return { logits, said: logits.map(argmax), weights };
  };
}
