// Beam search as `attnbook.decode` has it, with the mean log-probability of a token
// as score; a beam of one hypothesis is greedy.

import { decoderStep } from "../../live/shared/decoder.js";
import { ranked } from "../../live/shared/model.js";
import { START, STOP } from "../../live/shared/tokenizer.js";
import { transformerStart, transformerStep } from "../../live/shared/transformer.js";
import { WRITTEN, writer } from "../../live/shared/translate_loop.js";

function logSoftmax(logits) {
  const top = logits.reduce((a, b) => Math.max(a, b));
  const total = Math.log(logits.reduce((sum, x) => sum + Math.exp(x - top), 0)) + top;
  return logits.map((x) => x - total);
}

// How a model begins with a source, and goes on from a state with a token.
const stepsOf = (model) =>
  model.encoder
    ? { begin: (source) => transformerStart(model, source), step: transformerStep }
    : { begin: model.begin, step: decoderStep };

// The bytes of the numbers that states hold; what two of them share counts once.
function bytesOf(states) {
  const arrays = new Set();
  const collect = (value) => {
    if (ArrayBuffer.isView(value)) arrays.add(value);
    else if (value && typeof value === "object") Object.values(value).forEach(collect);
  };
  collect(states);
  return [...arrays].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

// The `width` best ways to go on from a hypothesis.
function grown(model, step, { state, tokens, weights, logP }, width) {
  const found = step(model, state, tokens.at(-1) ?? START);
  const more = logSoftmax(found.logits);
  return ranked(more).slice(0, width).map((token) => ({
    state: found.state,
    tokens: [...tokens, token],
    weights: found.weights && [...(weights ?? []), [...found.weights]],
    logP: logP + more[token],
  }));
}

const sorted = (hypotheses, by) => hypotheses.sort((a, b) => by(b) - by(a));
const score = ({ logP, tokens }) => logP / tokens.length;

// Yields null while it reads, then the best hypothesis until now with the bytes that
// the live ones keep, `kept`; at last the best of all.
function* beamed(model, source, width) {
  const { begin, step } = stepsOf(model);
  let live = [{ state: yield* begin(source), tokens: [], weights: null, logP: 0 }];
  let finished = [];
  while (live.length) {
    const more = [];
    for (const one of live) {
      more.push(...grown(model, step, one, width));
      yield null;
    }
    live = sorted(more, ({ logP }) => logP).slice(0, width);
    const kept = bytesOf(live.map(({ state }) => state));
    const ends = ({ tokens }) => tokens.at(-1) === STOP || tokens.length === WRITTEN;
    finished = sorted([...finished, ...live.filter(ends)], score);
    const bar = finished.length < width ? -Infinity : score(finished[width - 1]);
    // what is live can reach no more than its log-probability over the longest length
    live = live.filter((one) => !ends(one) && one.logP / WRITTEN > bar);
    yield { ...(live[0] ?? finished[0]), kept };
  }
  yield { ...finished[0], kept: 0 };
}

// A model at work on a sentence with a beam; its answer has `kept`, the most bytes
// that were held at once, and the `milliseconds`.
export function searching(model, sentence, width) {
  const begin = (source) => beamed(model, source, width);
  const one = writer(model, sentence, begin, { weights: null, kept: 0 }, noted);
  function noted({ weights, kept }) {
    const { answer, milliseconds } = one;
    Object.assign(answer, { weights, milliseconds, kept: Math.max(answer.kept, kept) });
  }
  return one;
}
