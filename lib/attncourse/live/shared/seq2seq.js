// The models of chapters 1 and 2, as `models.seq2seq` has them: an encoder that
// reads in both directions, before the decoder.

import { decoder, gates, opening } from "./decoder.js";
import { demand, gru, join, row } from "./model.js";

// From the content of a safetensors file to a model that translates.
export function seq2seq({ metadata, tensors }) {
  const config = JSON.parse(metadata.config);
  const { cell, attention, bidirectional, wiring = "bahdanau" } = config;
  const kind = `${cell} ${attention} ${bidirectional} ${wiring}`;
  demand(/^gru (none|additive) true bahdanau$/.test(kind), kind);
  // In format 1 the parts of the decoder stood beside the encoder.
  const prefix = metadata.format > 1 ? "decoder." : "";
  const model = {
    ...decoder(metadata, attention, (name) => tensors[prefix + name]),
    forward: gates((name) => tensors[`encoder.recurrence.${name}_l0`]),
    backward: gates((name) => tensors[`encoder.recurrence.${name}_l0_reverse`]),
    units: config.encoder,
    begin: (tokens) => encode(model, tokens),
  };
  return model;
}

// The state before the first token. It yields after every token that it has
// read, so that a page can draw in between.
function* encode(model, tokens) {
  const x = tokens.map((token) => row(model.embedding, token));
  const memory = [];
  const ends = [];
  for (const [direction, order] of [
    [model.forward, [...x.keys()]],
    [model.backward, [...x.keys()].reverse()],
  ]) {
    let h = new Float32Array(model.units);
    for (const i of order) {
      h = gru(x[i], h, direction);
      memory[i] = memory[i] ? join(memory[i], h) : h;
      yield null;
    }
    ends.push(h);
  }
  return opening(model, join(...ends), memory);
}
