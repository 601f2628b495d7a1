// What each head reads, forward and backward.

// Weights of each head, and what it reads: softmax(q k' / sqrt(K)) v, as in
// Vaswani et al. 2017, equation 1; `scaled` divides by the root, and a `causal`
// row reads itself and what stands before it.
export class Reading {
  #size;
  #scale;
  #end; // of what a row may read
  #read;
  #given; // gradients of q, k and v
  #change; // gradients of one row of weights

  constructor({ batch, length: T, width: D, heads: H, scaled, causal }) {
    const K = D / H;
    this.#size = { batch, T, D, H, K };
    this.#scale = scaled ? 1 / Math.sqrt(K) : 1;
    this.#end = (t) => (causal ? t + 1 : T);
    this.weights = new Float64Array(batch * H * T * T);
    this.#read = new Float64Array(batch * T * D);
    this.#given = ["q", "k", "v"].map(() => new Float64Array(batch * T * D));
    this.#change = new Float64Array(T);
  }

  #dot(a, i, b, j) {
    let sum = 0;
    for (let d = 0; d < this.#size.K; d++) sum += a[i + d] * b[j + d];
    return sum;
  }

  // Tell each query of each head where its weights and its numbers stand.
  #each(visit) {
    const { batch, T, D, H, K } = this.#size;
    for (let n = 0; n < batch; n++) {
      for (let h = 0; h < H; h++) {
        const at = (t) => (n * T + t) * D + h * K;
        for (let t = 0; t < T; t++) visit(((n * H + h) * T + t) * T, t, at);
      }
    }
  }

  forward(q, k, v) {
    const [weights, read, { K }] = [this.weights, this.#read, this.#size];
    read.fill(0);
    this.#each((w, t, at) => {
      const last = this.#end(t);
      let [top, total] = [-Infinity, 0];
      for (let s = 0; s < last; s++) {
        weights[w + s] = this.#dot(q, at(t), k, at(s)) * this.#scale;
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

  backward(dread, q, k, v) {
    const [weights, change, { K }] = [this.weights, this.#change, this.#size];
    const [dq, dk, dv] = this.#given;
    this.#given.forEach((one) => one.fill(0));
    this.#each((w, t, at) => {
      const last = this.#end(t);
      let mean = 0;
      for (let s = 0; s < last; s++) {
        change[s] = this.#dot(dread, at(t), v, at(s));
        mean += weights[w + s] * change[s];
        for (let d = 0; d < K; d++) dv[at(s) + d] += weights[w + s] * dread[at(t) + d];
      }
      for (let s = 0; s < last; s++) {
        const slope = weights[w + s] * (change[s] - mean) * this.#scale;
        for (let d = 0; d < K; d++) {
          dq[at(t) + d] += slope * k[at(s) + d];
          dk[at(s) + d] += slope * q[at(t) + d];
        }
      }
    });
    return this.#given;
  }
}
