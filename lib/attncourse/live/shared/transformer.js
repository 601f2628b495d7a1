// The Transformer as `models.transformer` has it: blocks with the norm first, one
// table of embeddings, sines for the positions. Read it beside `blocks`.

import { advanced, embedding, residual, stack } from "./blocks.js";
import { affine, argmax, demand, mean } from "./model.js";
import { START, STOP, tokenizer } from "./tokenizer.js";
import { WRITTEN, writer } from "./translate_loop.js";

const KIND = "transformer pre layer true true true true";
const CHOICES = ["norm", "normalisation", "residual", "positions", "scaled", "tied"];

// From the content of a safetensors file to a model.
export function transformer({ metadata, tensors }) {
  const config = JSON.parse(metadata.config);
  const kind = [metadata.kind, ...CHOICES.map((name) => config[name])].join(" ");
  demand(kind === KIND && config.hidden, kind);
  const table = tensors["embedding.weight"];
  const layers = (name, parts) =>
    stack(tensors, `${name}.`, config[`${name}_layers`], parts, config.heads);
  return {
    tokenizer: tokenizer(metadata.tokenizer),
    encoder: layers("encoder", ["own"]),
    decoder: layers("decoder", ["own", "cross"]),
    embed: embedding(table),
    logits: (x) => affine(table, x, tensors.bias),
  };
}

const none = () => false;

// Pushes the weights of all heads on their maps.
const note = (maps, weights) => weights.forEach((own, h) => (maps[h] ??= []).push(own));

// The memory; `maps` gets the weights by layer and head, `shares` those of `residual`
// by part and layer. It yields after each word of each block, so that a page can
// draw in between.
export function* readAll({ encoder, embed }, tokens, { maps = [], shares = {}, off = none } = {}) {
  let words = tokens.map(embed);
  const [read, computed] = ["encoder", "encoder_network"].map((part) => (shares[part] ??= []));
  for (const [l, { own, network }] of encoder.blocks.entries()) {
    const normed = words.map(own.normed);
    const kept = normed.map(own.keep);
    const next = [];
    for (const [s, x] of normed.entries()) {
      const { added, weights } = own.reading(x, kept, (h) => off("encoder", l, h));
      note((maps[l] ??= []), weights);
      const y = residual(words[s], added, (read[l] ??= []), off("encoder", l));
      next.push(residual(y, network(y), (computed[l] ??= []), off("encoder_network", l)));
      yield null;
    }
    words = next;
  }
  return words.map(encoder.last);
}

// What the decoder keeps before the first word: keys and values of the memory.
const remember = ({ decoder }, memory) =>
  decoder.blocks.map(({ cross }) => ({ own: [], cross: memory.map(cross.keep) }));

// Greedy decoding; yields null while it works, then {token, logits, own, cross,
// shares}, until STOP or the limit. `maps` and `shares` get those of the encoder.
// Without `cached` every step computes all words again. What is off(part, layer,
// head) or off(part, layer) reads or adds nothing.
export function* transformed(model, source, { cached = true, off = none, ...encoder } = {}) {
  const memory = yield* readAll(model, source, { ...encoder, off });
  const fed = [START];
  let kept = remember(model, memory);
  for (let token = null; token !== STOP && fed.length <= WRITTEN; fed.push(token)) {
    if (!cached) kept = remember(model, memory);
    let found = null;
    for (const word of fed.slice(kept[0].own.length)) {
      const x = model.embed(word, kept[0].own.length);
      found = advanced(model.decoder, kept, x, off);
      yield null;
    }
    const logits = model.logits(found.x);
    token = argmax(logits);
    yield { token, logits, shares: found.shares, ...found.seen };
  }
}

// The mean of the heads where words align best (Garg et al. 2019).
const aligning = (cross) => mean(cross[Math.max(0, cross.length - 2)]);

// One step of a search, which leaves what was kept before as it is: the logits of the
// token after `token`, the weights, and what is kept then.
export function transformerStep(model, kept, token) {
  const state = kept.map(({ own, cross }) => ({ own: [...own], cross }));
  const x = model.embed(token, kept[0].own.length);
  const found = advanced(model.decoder, state, x);
  return { logits: model.logits(found.x), weights: aligning(found.seen.cross), state };
}

// What a search begins with.
export function* transformerStart(model, source) {
  return remember(model, yield* readAll(model, source));
}

// The Transformer at work, as worker() has the models of chapters 1 and 2.
export function transforming(model, sentence, choices) {
  const maps = { encoder: [], own: [], cross: [] };
  const [shares, weights] = [{}, []];
  const asked = { ...choices, maps: maps.encoder, shares };
  const begin = (tokens) => transformed(model, tokens, asked);
  return writer(model, sentence, begin, { weights, maps, shares }, (step) => {
    for (const part of ["own", "cross"]) {
      step[part].forEach((own, l) => note((maps[part][l] ??= []), own));
    }
    for (const [part, own] of Object.entries(step.shares)) {
      own.forEach((share, l) => ((shares[part] ??= [])[l] ??= []).push(share));
    }
    weights.push(aligning(step.cross));
  });
}
