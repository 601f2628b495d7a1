// Vectors and matrices, and what models make of them. Read it beside `spec`. A
// vector is a Float32Array; a matrix has `data`, its rows one after the other,
// and `columns`. Storage is float32, sums are float64.

// Row `r` of a matrix: the embedding of token `r`, for instance.
export function row({ data, columns }, r) {
  return data.subarray(r * columns, (r + 1) * columns);
}

export function dot(x, y) {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
  return sum;
}

// W x + b; without b, W x.
export function affine(W, x, b = null) {
  const { data, columns } = W;
  const out = new Float32Array(data.length / columns);
  for (let r = 0, k = 0; r < out.length; r++) {
    let sum = b ? b.data[r] : 0;
    for (let d = 0; d < columns; d++, k++) sum += data[k] * x[d];
    out[r] = sum;
  }
  return out;
}

// The weights and the bias of a layer, W x + b.
export const linear = ([W, b], x) => affine(W, x, b);

// From the name of a part of a model to its weights and bias, in a file's `tensors`.
export const pairOf = (tensors, place = "") => (part) =>
  ["weight", "bias"].map((end) => tensors[`${place}${part}.${end}`]);

// Another kind of model would give wrong numbers.
export function demand(right, kind) {
  if (!right) throw new Error(`this page cannot run a model like this: ${kind}`);
}

export const plus = (x, y) => x.map((value, d) => value + y[d]);
export const relu = (x) => Math.max(x, 0);

// (x - mean) / deviation, then a gain and a shift. Ba et al. 2016, equation 4.
export function normalised([gain, shift], x) {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  const square = x.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(square / x.length + 1e-5);
  return x.map((value, d) => ((value - mean) / deviation) * gain.data[d] + shift.data[d]);
}

// The angle of feature d at a place, the same for both of a pair, and its sine or
// cosine. Vaswani et al. 2017, 3.5.
export const angle = (place, d, width) => place * 10000 ** (-(d - (d % 2)) / width);
export const wave = (...where) => (where[1] % 2 ? Math.cos : Math.sin)(angle(...where));

// Vectors one after the other, as one vector.
export function join(...vectors) {
  return Float32Array.from(vectors.flatMap((vector) => [...vector]));
}

function sigmoid(x) {
  return 1 / (1 + Math.exp(-x));
}

// The first position of the largest number.
export function argmax(x) {
  let best = 0;
  for (let k = 1; k < x.length; k++) if (x[k] > x[best]) best = k;
  return best;
}

// The positions of numbers, from the largest; of equal ones the first comes first.
export const ranked = (x) => [...x.keys()].sort((a, b) => x[b] - x[a]);

// The mean of vectors: of what several heads read, for instance.
export const mean = (vectors) =>
  Array.from(vectors[0], (_, s) => vectors.reduce((sum, x) => sum + x[s], 0) / vectors.length);

// exp(e_i) / sum_j exp(e_j). Bahdanau et al. 2015, equation 6.
export function softmax(scores) {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

// sum_i a_i h_i: the context. Bahdanau et al. 2015, equation 5.
export function read(weights, memory) {
  const context = new Float32Array(memory[0].length);
  memory.forEach((h, i) => {
    for (let m = 0; m < h.length; m++) context[m] += weights[i] * h[m];
  });
  return context;
}

// v . tanh(W s + U h), where `query` is W s and `prepared` is U h. Bahdanau et
// al. 2015, appendix A.1.2.
export function additive(query, prepared, v) {
  return dot(
    v.data,
    query.map((x, a) => Math.tanh(x + prepared[a])),
  );
}

// One step of a gated recurrent unit. Gates: reset, update, candidate.
// Cho et al. 2014, equations 5 to 8, with the reset gate on U h + c.
export function gru(x, h, { W, U, b, c }) {
  const D = h.length;
  const inputs = affine(W, x, b);
  const memory = affine(U, h, c);
  return h.map((old, d) => {
    const reset = sigmoid(inputs[d] + memory[d]);
    const update = sigmoid(inputs[D + d] + memory[D + d]);
    const given = inputs[2 * D + d];
    const candidate = Math.tanh(given + reset * memory[2 * D + d]);
    return update * old + (1 - update) * candidate;
  });
}
