// The models of chapters 1 and 2, step by step as `models.seq2seq` and
// `models.decoder` have them: an encoder that reads in both directions, and a
// decoder that reads one vector, or all states through additive attention.

// From the content of a safetensors file to a model that translates.
function seq2seq({ metadata, tensors }) {
  const config = JSON.parse(metadata.config);
  const { cell, attention, bidirectional, wiring = "bahdanau" } = config;
  const kind = `${cell} ${attention} ${bidirectional} ${wiring}`;
  if (!/^gru (none|additive) true bahdanau$/.test(kind)) {
    throw new Error(`this page cannot run a model like this: ${kind}`);
  }
  // In format 1 the parts of the decoder stood beside the encoder.
  const prefix = metadata.format > 1 ? "decoder." : "";
  const part = (name) => tensors[prefix + name];
  return {
    tokenizer: tokenizer(metadata.tokenizer),
    forward: gates((name) => tensors[`encoder.recurrence.${name}_l0`]),
    backward: gates((name) => tensors[`encoder.recurrence.${name}_l0_reverse`]),
    units: config.encoder,
    attentive: attention === "additive",
    cell: gates((name) => part(`cell.${name}`)),
    embedding: part("embedding.weight"),
    start: [part("start_state.weight"), part("start_state.bias")],
    query: part("score.query.weight"),
    key: part("score.key.weight"),
    v: part("score.out.weight"),
    readout: [part("readout.weight"), part("readout.bias")],
    bias: part("bias"),
  };
}

function gates(part) {
  const [W, U] = [part("weight_ih"), part("weight_hh")];
  return { W, U, b: part("bias_ih"), c: part("bias_hh") };
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
  const c = join(...ends);
  const s = affine(model.start[0], c, model.start[1]).map(Math.tanh);
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
function decoderStep(model, state, token) {
  const y = row(model.embedding, token);
  const { context, weights } = look(model, state);
  const s = gru(join(y, context), state.s, model.cell);
  const [W, b] = model.readout;
  const out = affine(W, join(s, context, y), b).map(Math.tanh);
  const logits = affine(model.embedding, out, model.bias);
  return { logits, weights, state: { ...state, s } };
}

// Greedy decoding: the most probable token at every step, until STOP or
// `limit` tokens. Yields null while it reads, then {token, weights, logits}.
function* greedy(model, source, limit) {
  let state = yield* encode(model, source);
  let token = START;
  for (let t = 0; t < limit && token !== STOP; t++) {
    const step = decoderStep(model, state, token);
    token = argmax(step.logits);
    state = step.state;
    yield { token, weights: step.weights, logits: step.logits };
  }
}
