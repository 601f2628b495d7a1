// A small layer of self-attention that learns in the page: forward, backward and
// Adam, in numbers of 64 bits, without a library. A matrix is one array, row by
// row; the rows of a batch stand one sequence after the other.

import { Reading } from "./reading.js";

const zeros = (n) => new Float64Array(n);

// Numbers from 0 to 1 that a seed decides (mulberry32).
export function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

// C += A B, of n x k and k x m.
function product(A, B, C, n, k, m) {
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < k; l++) {
      const a = A[i * k + l];
      if (a === 0) continue; // of a one-hot row nearly all are
      for (let j = 0; j < m; j++) C[i * m + j] += a * B[l * m + j];
    }
  }
}

// C += A' B, of n x k and n x m.
function leftTurned(A, B, C, n, k, m) {
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < k; l++) {
      const a = A[i * k + l];
      if (a === 0) continue;
      for (let j = 0; j < m; j++) C[l * m + j] += a * B[i * m + j];
    }
  }
}

// C += A B', of n x m and k x m.
function rightTurned(A, B, C, n, m, k) {
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < k; l++) {
      let sum = 0;
      for (let j = 0; j < m; j++) sum += A[i * m + j] * B[l * m + j];
      C[i * k + l] += sum;
    }
  }
}

// The parameters of a model, their gradients, and the step of Adam: Kingma and
// Ba 2015, algorithm 1.
class Parameters {
  list = [];
  #steps = 0;

  // So many numbers, drawn from -scale to scale.
  add(name, size, scale, random) {
    const value = Float64Array.from({ length: size }, () => (2 * random() - 1) * scale);
    const own = { name, value, gradient: zeros(size), mean: zeros(size), square: zeros(size) };
    this.list.push(own);
    return own;
  }

  clear() {
    this.list.forEach(({ gradient }) => gradient.fill(0));
  }

  update(rate) {
    this.#steps += 1;
    const [first, second] = [0.9, 0.999].map((kept) => 1 - kept ** this.#steps);
    for (const { value, gradient, mean, square } of this.list) {
      for (let i = 0; i < value.length; i++) {
        mean[i] = 0.9 * mean[i] + 0.1 * gradient[i];
        square[i] = 0.999 * square[i] + 0.001 * gradient[i] ** 2;
        value[i] -= (rate * (mean[i] / first)) / (Math.sqrt(square[i] / second) + 1e-8);
      }
    }
  }
}

// x W + b for all rows, of n to m numbers.
function linear(parameters, name, rows, n, m, random) {
  const W = parameters.add(`${name}.weight`, n * m, 1 / Math.sqrt(n), random);
  const b = parameters.add(`${name}.bias`, m, 0, random);
  const [y, dx] = [zeros(rows * m), zeros(rows * n)];
  let read;
  return {
    forward(x) {
      read = x;
      for (let r = 0; r < rows; r++) y.set(b.value, r * m);
      product(x, W.value, y, rows, n, m);
      return y;
    },
    backward(dy) {
      leftTurned(read, dy, W.gradient, rows, n, m);
      for (let i = 0; i < dy.length; i++) b.gradient[i % m] += dy[i];
      dx.fill(0);
      rightTurned(dy, W.value, dx, rows, m, n);
      return dx;
    },
  };
}

// The mean loss over what is asked, and the share right of each question; a row
// whose `wanted` is below 0 is not asked. `slopes` become the gradient.
function judge(scores, wanted, slopes, { choices, questions }) {
  slopes.fill(0);
  const [right, asked] = [0, 0].map(() => Array(questions).fill(0));
  let loss = 0;
  wanted.forEach((want, i) => {
    if (want < 0) return;
    const at = i * choices;
    let [top, total] = [at, 0];
    for (let j = at; j < at + choices; j++) if (scores[j] > scores[top]) top = j;
    for (let j = at; j < at + choices; j++) {
      total += slopes[j] = Math.exp(scores[j] - scores[top]);
    }
    for (let j = at; j < at + choices; j++) slopes[j] /= total;
    loss += Math.log(total) + scores[top] - scores[at + want];
    slopes[at + want] -= 1;
    asked[i % questions] += 1;
    right[i % questions] += top === at + want;
  });
  const count = asked.reduce((sum, n) => sum + n, 0);
  for (let j = 0; j < slopes.length; j++) slopes[j] /= count;
  return { loss: loss / count, right: right.map((n, q) => n / asked[q]) };
}

// One layer between two linear maps: rows of `inputs` numbers to the scores of
// `choices` for each of `questions`. `options` says the sizes, the switches
// (scaled, causal, positions, residual) and the seed of the first numbers.
export class Trainer {
  #parameters = new Parameters();
  #options;
  #parts;
  #made; // queries, keys and values
  #dx;
  #slopes;

  constructor(options) {
    const { batch, length: T, width: D, inputs, choices, questions, seed } = options;
    const rows = batch * T;
    const random = uniform(seed);
    const map = (name, n, m) => linear(this.#parameters, name, rows, n, m, random);
    const first = map("first", inputs, D);
    const places = options.positions
      ? this.#parameters.add("places", T * D, 1, random)
      : null;
    const own = ["query", "key", "value"].map((name) => map(name, D, D));
    const [out, last] = [map("out", D, D), map("last", D, choices * questions)];
    this.#parts = { first, places, own, out, last, core: new Reading(options) };
    this.#options = options;
    this.#dx = zeros(rows * D);
    this.#slopes = zeros(rows * choices * questions);
  }

  get parameters() {
    return this.#parameters.list;
  }

  get weights() {
    return this.#parts.core.weights;
  }

  #forward(x) {
    const { first, places, own, out, last, core } = this.#parts;
    const h = first.forward(x);
    if (places) for (let i = 0; i < h.length; i++) h[i] += places.value[i % places.value.length];
    this.#made = own.map((part) => part.forward(h));
    const y = out.forward(core.forward(...this.#made));
    if (this.#options.residual) for (let i = 0; i < y.length; i++) y[i] += h[i];
    return last.forward(y);
  }

  #backward() {
    const { first, places, own, out, last, core } = this.#parts;
    const dx = this.#dx;
    this.#parameters.clear();
    const dy = last.backward(this.#slopes);
    const given = core.backward(out.backward(dy), ...this.#made);
    dx.fill(0);
    if (this.#options.residual) dx.set(dy);
    own.forEach((part, p) => {
      const back = part.backward(given[p]);
      for (let i = 0; i < dx.length; i++) dx[i] += back[i];
    });
    if (places) {
      for (let i = 0; i < dx.length; i++) places.gradient[i % places.gradient.length] += dx[i];
    }
    first.backward(dx);
  }

  // Loss and share right, and nothing is learned.
  test({ x, wanted }) {
    return judge(this.#forward(x), wanted, this.#slopes, this.#options);
  }

  // One update; the loss is that before it.
  step(batch, rate) {
    const told = this.test(batch);
    this.#backward();
    this.#parameters.update(rate);
    return told;
  }
}
