// From scores to the next token: temperature, top-k and top-p, in this order, as
// `decode.sample` has them. Fan et al. 2018; Holtzman et al. 2020, section 3.1.

import { ranked, softmax } from "./model.js";

export const SHOWN = 10; // tokens that a place names

// The tokens that are left, likeliest first, and the probability of each. With
// the temperature 0 the likeliest is left alone, with a top_k of 0 all are.
export function cut(scores, { temperature, top_k, top_p }, order = ranked(scores)) {
  if (!temperature) return { left: order.slice(0, 1), q: [1] };
  const kept = order.slice(0, top_k || order.length);
  const shares = softmax(Float64Array.from(kept, (token) => scores[token] / temperature));
  let [count, sum] = [0, 0];
  while (count < kept.length && (!count || top_p === 1 || sum < top_p)) sum += shares[count++];
  return { left: kept.slice(0, count), q: [...shares.slice(0, count)].map((p) => p / sum) };
}

// One of the tokens that are left, by a number from 0 up to 1.
export function drawn({ left, q }, number) {
  let sum = 0;
  const k = q.findIndex((p) => (sum += p) > number);
  return left[k < 0 ? left.length - 1 : k];
}

// How surprising a token is: -log2 of its probability.
export function bits(logits, token) {
  const top = logits.reduce((most, logit) => Math.max(most, logit));
  const sum = logits.reduce((total, logit) => total + Math.exp(logit - top), 0);
  return Math.max(Math.log(sum) + top - logits[token], 0) / Math.LN2;
}

// The likeliest tokens with their probabilities before the cut, p, and after it,
// q; how many are `left` of all, and the share of p that these had.
export function placed(logits, choices) {
  const order = ranked(logits);
  const p = softmax(logits);
  const { left, q } = cut(logits, choices, order);
  const tokens = order.slice(0, SHOWN);
  return {
    tokens,
    p: tokens.map((token) => p[token]),
    q: tokens.map((_, k) => q[k] ?? 0),
    left: left.length,
    share: left.reduce((sum, token) => sum + p[token], 0),
  };
}
