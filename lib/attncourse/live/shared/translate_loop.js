// Two translators at work, side by side, in slices short enough that the page
// stays alive.

import { greedy } from "./decoder.js";
import { BREATH, pause } from "./ui.js";

export const WRITTEN = 80; // tokens that a translation may have
const PACE = 60; // milliseconds between two tokens, if motion is welcome

// One model at work on a sentence: `advance` takes a step and says whether it wrote.
// `begin(tokens)` gives the steps, each with its `token` or with all `tokens` until
// now; `noted` is told each that wrote, and the answer has what is `more`.
export function writer(model, sentence, begin, more, noted) {
  const tokens = model.tokenizer.encode(sentence);
  const steps = begin(tokens);
  let written = [];
  const source = model.tokenizer.pieces(tokens);
  const answer = { source, target: [], text: "", ...more };
  const self = { answer, done: false, milliseconds: 0, advance };

  function advance() {
    const began = performance.now();
    const { done, value } = steps.next();
    self.milliseconds += performance.now() - began;
    self.done = done;
    if (!value) return false;
    written = value.tokens ?? [...written, value.token];
    noted(value);
    answer.text = model.tokenizer.decode(written);
    answer.target = model.tokenizer.pieces(written);
    return true;
  }

  return self;
}

// A model of chapters 1 and 2 at work.
export function worker(model, sentence) {
  const weights = model.attentive ? [] : null;
  const begin = (tokens) => greedy(model, tokens, WRITTEN);
  return writer(model, sentence, begin, { weights }, (step) =>
    weights?.push([...step.weights]));
}

// Both models write side by side, in slices short enough for a living page.
// Where motion is welcome every token is seen coming, else ten times a second.
export async function translateAll(workers, draw, wanted) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let [breath, drawn] = [performance.now(), 0];
  while (wanted() && workers.some(({ done }) => !done)) {
    const going = workers.filter(({ done }) => !done);
    const wrote = going.map((one) => one.advance()).some((yes) => yes);
    const show = wrote && (!still || performance.now() - drawn > 100);
    if (show) draw();
    if (show) drawn = performance.now();
    if (show || performance.now() - breath > BREATH) {
      await pause(show && !still ? PACE : 0);
      breath = performance.now();
    }
  }
}
