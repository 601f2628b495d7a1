// The recurrent decoder of all chapters, step by step as `models.decoder` has
// it: it reads one vector, or a memory through additive attention, and writes
// tokens. `models.seq2seq` and `models.captioner` put it behind what they read.

import {
  additive, affine, argmax, gru, join, linear, read, row, softmax,
} from "./model.js";
import { START, STOP, tokenizer } from "./tokenizer.js";

// The decoder's part of a model, from its tensors: `part(name)` gives one.
export function decoder(metadata, attention, part) {
  return {
    tokenizer: tokenizer(metadata.tokenizer),
    attentive: attention === "additive",
    cell: gates((name) => part(`cell.${name}`)),
    embedding: part("embedding.weight"),
    initial: [part("start_state.weight"), part("start_state.bias")],
    query: part("score.query.weight"),
    key: part("score.key.weight"),
    v: part("score.out.weight"),
    readout: [part("readout.weight"), part("readout.bias")],
    bias: part("bias"),
  };
}

export function gates(part) {
  const [W, U] = [part("weight_ih"), part("weight_hh")];
  return { W, U, b: part("bias_ih"), c: part("bias_hh") };
}

// The state before the first token: s = tanh(W c + b). Without attention `c`
// is all that is ever read, with it the vectors of `memory` are.
export function opening(model, c, memory) {
  const s = linear(model.initial, c).map(Math.tanh);
  if (!model.attentive) return { s, c };
  return { s, memory, prepared: memory.map((h) => affine(model.key, h)) };
}

// What the decoder reads in its state, and with which weights.
function look(model, { s, c, memory, prepared }) {
  if (!model.attentive) return { context: c, weights: null };
  const query = affine(model.query, s);
  const weights = softmax(prepared.map((k) => additive(query, k, model.v)));
  return { context: read(weights, memory), weights };
}

// One step: the logits of the token after `token`, the weights, the new state.
export function decoderStep(model, state, token) {
  const y = row(model.embedding, token);
  const { context, weights } = look(model, state);
  const s = gru(join(y, context), state.s, model.cell);
  const out = linear(model.readout, join(s, context, y)).map(Math.tanh);
  const logits = affine(model.embedding, out, model.bias);
  return { logits, weights, state: { ...state, s } };
}

// Greedy decoding: the most probable token at every step, until STOP or
// `limit` tokens. `model.begin(source)` yields null while it reads and gives
// the first state; then this yields {token, weights, logits}.
export function* greedy(model, source, limit) {
  let state = yield* model.begin(source);
  let token = START;
  for (let t = 0; t < limit && token !== STOP; t++) {
    const step = decoderStep(model, state, token);
    token = argmax(step.logits);
    state = step.state;
    yield { token, weights: step.weights, logits: step.logits };
  }
}
