// The Vision Transformer as `models.vit` has it: patches, a class token before
// them, learned positions, blocks with the norm first and GELU. Read it beside
// `models.vit`. An image has its pixels row by row, from 0 to 1.

import { stack } from "../../live/shared/blocks.js";
import {
  demand, linear, mean, pairOf, plus, row, softmax,
} from "../../live/shared/model.js";

// The error function, to 1.5e-7. Abramowitz and Stegun 1964, 7.1.26.
export function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const sum = factors.reduce((sum, factor) => (sum + factor) * t, 0);
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}

// x times the probability that a normal number is below it. Hendrycks and
// Gimpel 2016, section 2.
export const gelu = (x) => (x / 2) * (1 + erf(x / Math.SQRT2));

// The patches of an image, each one its pixels line by line.
export function cut(image, side, patch) {
  const grid = side / patch;
  return Array.from({ length: grid ** 2 }, (_, k) => {
    const corner = Math.floor(k / grid) * patch * side + (k % grid) * patch;
    return Float32Array.from({ length: patch ** 2 }, (_, n) =>
      image[corner + Math.floor(n / patch) * side + (n % patch)]);
  });
}

// From the content of a safetensors file to a model: look(image, order) says what
// an image shows, whose patches are put in this order, if there is one.
export function vit({ metadata, tensors }) {
  const config = JSON.parse(metadata.config);
  const kind = `${metadata.kind}, ${config.stem}, ${config.channels} channels`;
  demand(kind === "vit, patches, 1 channels" && config.epsilon === 1e-5, kind);
  const own = pairOf(tensors);
  const { layers, heads } = config;
  const { blocks, last } = stack(tensors, "", layers, ["own"], heads, { end: "norm", f: gelu });
  const model = {
    config,
    embed: (patch) => linear(own("patches.embed"), patch.map((x) => 2 * x - 1)),
    token: tensors.token.data,
    places: config.positions ? tensors["positions.table"] : null,
    blocks,
    logits: (x) => linear(own("head"), last(x)),
  };
  return { config, look: (image, order = null) => look(model, image, order) };
}

// What `patches.look` says, and the logits.
function look({ config, embed, token, places, blocks, logits }, image, order) {
  const patches = cut(image, config.side, config.patch);
  const shown = order ? order.map((k) => patches[k]) : patches;
  let z = [token, ...shown.map(embed)];
  if (places) z = z.map((x, t) => plus(x, row(places, t)));
  const weights = [];
  for (const { own, network } of blocks) {
    const read = z.map(own.normed);
    const kept = read.map(own.keep);
    const found = read.map((x) => own.reading(x, kept));
    weights.push(byHead(found.map((each) => each.weights)));
    z = z.map((x, t) => plus(x, found[t].added)).map((x) => plus(x, network(x)));
  }
  const scores = logits(z[0]);
  return { logits: scores, probabilities: softmax(scores), weights, rollout: rollout(weights) };
}

// From the weights of each token to those of each head.
function byHead(found) {
  return found[0].map((_, h) => found.map((heads) => heads[h]));
}

// How much of each token is in what the class token becomes: its row in the
// product over the blocks of (mean over the heads + I) / 2. Abnar and Zuidema
// 2020, equation 1.
function rollout(weights) {
  let read = Array.from(weights[0][0][0], (_, s) => (s ? 0 : 1));
  for (const heads of [...weights].reverse()) {
    const means = read.map((_, t) => mean(heads.map((head) => head[t])));
    read = read.map((own, s) =>
      (read.reduce((sum, share, t) => sum + share * means[t][s], 0) + own) / 2);
  }
  return read;
}
