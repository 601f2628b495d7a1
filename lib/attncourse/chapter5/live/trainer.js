// A small layer of self-attention that learns in the page: forward, backward and
// Adam, in numbers of 64 bits, without a library. A matrix is one array, row by
// row; the rows of a batch stand one sequence after the other.

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

// Weights of each head, and what it reads: softmax(q k' / sqrt(K)) v, as in
// Vaswani et al. 2017, equation 1; `scaled` divides by the root, and a `causal`
// row reads itself and what stands before it.
function reading({ batch, length: T, width: D, heads: H, scaled, causal }) {
  const K = D / H;
  const scale = scaled ? 1 / Math.sqrt(K) : 1;
  const weights = zeros(batch * H * T * T);
  const read = zeros(batch * T * D);
  const given = ["q", "k", "v"].map(() => zeros(batch * T * D));
  const change = zeros(T);
  const end = (t) => (causal ? t + 1 : T);
  const dot = (a, i, b, j) => {
    let sum = 0;
    for (let d = 0; d < K; d++) sum += a[i + d] * b[j + d];
    return sum;
  };
  // tell each query of each head where its weights and its numbers stand
  const each = (visit) => {
    for (let n = 0; n < batch; n++) {
      for (let h = 0; h < H; h++) {
        const at = (t) => (n * T + t) * D + h * K;
        for (let t = 0; t < T; t++) visit(((n * H + h) * T + t) * T, t, at);
      }
    }
  };
  function forward(q, k, v) {
    read.fill(0);
    each((w, t, at) => {
      const last = end(t);
      let [top, total] = [-Infinity, 0];
      for (let s = 0; s < last; s++) {
        weights[w + s] = dot(q, at(t), k, at(s)) * scale;
        top = Math.max(top, weights[w + s]);
      }
      for (let s = 0; s < last; s++) total += weights[w + s] = Math.exp(weights[w + s] - top);
      for (let s = 0; s < last; s++) {
        const share = (weights[w + s] /= total);
        for (let d = 0; d < K; d++) read[at(t) + d] += share * v[at(s) + d];
      }
    });
    return read;
  }
  function backward(dread, q, k, v) {
    const [dq, dk, dv] = given;
    given.forEach((one) => one.fill(0));
    each((w, t, at) => {
      const last = end(t);
      let mean = 0;
      for (let s = 0; s < last; s++) {
        change[s] = dot(dread, at(t), v, at(s));
        mean += weights[w + s] * change[s];
        for (let d = 0; d < K; d++) dv[at(s) + d] += weights[w + s] * dread[at(t) + d];
      }
      for (let s = 0; s < last; s++) {
        const slope = weights[w + s] * (change[s] - mean) * scale;
        for (let d = 0; d < K; d++) {
          dq[at(t) + d] += slope * k[at(s) + d];
          dk[at(s) + d] += slope * q[at(t) + d];
        }
      }
    });
    return given;
  }
  return { weights, forward, backward };
}

// One layer between two linear maps: rows of `inputs` numbers to the scores of
// `choices` for each of `questions`. `options` says the sizes, the switches
// (scaled, causal, positions, residual) and the seed of the first numbers.
export function trainer(options) {
  const { batch, length: T, width: D, inputs, choices, questions, seed } = options;
  const rows = batch * T;
  const random = uniform(seed);
  const parameters = new Parameters();
  const map = (name, n, m) => linear(parameters, name, rows, n, m, random);
  const first = map("first", inputs, D);
  const places = options.positions ? parameters.add("places", T * D, 1, random) : null;
  const parts = ["query", "key", "value"].map((name) => map(name, D, D));
  const [out, last] = [map("out", D, D), map("last", D, choices * questions)];
  const core = reading(options);
  const [dx, slopes] = [zeros(rows * D), zeros(rows * choices * questions)];
  let made;

  function forward(x) {
    const h = first.forward(x);
    if (places) for (let i = 0; i < h.length; i++) h[i] += places.value[i % (T * D)];
    made = parts.map((part) => part.forward(h));
    const y = out.forward(core.forward(...made));
    if (options.residual) for (let i = 0; i < y.length; i++) y[i] += h[i];
    return last.forward(y);
  }

  // The mean loss over what is asked, and the share right of each question; a
  // row whose `wanted` is below 0 is not asked.
  function judge(scores, wanted) {
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

  function backward() {
    parameters.clear();
    const dy = last.backward(slopes);
    const given = core.backward(out.backward(dy), ...made);
    dx.fill(0);
    if (options.residual) dx.set(dy);
    parts.forEach((part, p) => {
      const own = part.backward(given[p]);
      for (let i = 0; i < dx.length; i++) dx[i] += own[i];
    });
    if (places) for (let i = 0; i < dx.length; i++) places.gradient[i % (T * D)] += dx[i];
    first.backward(dx);
  }

  return {
    parameters: parameters.list,
    weights: core.weights,
    test: ({ x, wanted }) => judge(forward(x), wanted),
    step({ x, wanted }, rate) {
      const told = judge(forward(x), wanted);
      backward();
      parameters.update(rate);
      return told;
    },
  };
}
