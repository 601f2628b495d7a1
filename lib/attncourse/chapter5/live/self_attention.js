// Self-attention on a few words, every matrix of it. A matrix is a list of
// rows. Read it beside `spec`.

import { dot, softmax } from "../../live/shared/model.js";

function product(A, B) {
  const columns = B[0].map((_, j) => B.map((row) => row[j]));
  return A.map((row) => columns.map((column) => dot(row, column)));
}

// Does query t see key s? Where masked, none after it.
export const sees = ({ masked }, t, s) => !masked || s <= t;

export function largerBy(factor, W) {
  return W.map((row) => row.map((x) => factor * x));
}

// One head: softmax(Q K^T / sqrt(K)) V. Vaswani et al. 2017, equation 1.
function oneHead(x, { W_q, W_k, W_v }, state) {
  const [q, k] = [W_q, W_k].map((W) => product(x, largerBy(state.factor, W)));
  const v = product(x, W_v);
  const root = state.scaled ? Math.sqrt(q[0].length) : 1;
  const scores = q.map((a) => k.map((b) => dot(a, b) / root));
  const weights = scores.map((row, t) =>
    softmax(row.map((e, s) => (sees(state, t, s) ? e : -Infinity))),
  );
  return { q, k, v, scores, weights, output: product(weights, v) };
}

// All of a state {X, order, W_q, W_k, W_v, heads, masked, scaled, factor}: the
// rows `x` of the words that are there, the `heads`, and their outputs side by
// side.
export function selfAttend(state) {
  const x = state.order.map((word) => state.X[word - 1]);
  const heads = Array.from({ length: state.heads }, (_, h) => {
    const [W_q, W_k, W_v] = ["W_q", "W_k", "W_v"].map((W) => state[W][h]);
    return oneHead(x, { W_q, W_k, W_v }, state);
  });
  const output = x.map((_, t) => heads.flatMap((head) => head.output[t]));
  return { x, heads, output };
}

// Has every word the output that it has when the words stand as counted?
export function orderless(state, { output }) {
  const counted = [...state.order].sort((a, b) => a - b);
  const other = selfAttend({ ...state, order: counted }).output;
  return state.order.every((word, t) =>
    other[counted.indexOf(word)].every((x, n) => {
      const size = Math.max(1, Math.abs(x));
      return Math.abs(x - output[t][n]) < 1e-9 * size;
    }),
  );
}
