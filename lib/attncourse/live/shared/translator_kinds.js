// Translators of the kinds that are shipped, whichever comes: recurrent ones, with
// attention or without, and Transformers.

import { seq2seq } from "./seq2seq.js";
import { transformer, transforming } from "./transformer.js";
import { worker } from "./translate_loop.js";

// From the content of a safetensors file to a model.
export const made = (content) =>
  content.metadata.kind === "transformer" ? transformer(content) : seq2seq(content);

// A model at work on a sentence; a Transformer hears the choices.
export const working = (one, sentence, choices = {}) =>
  one.encoder ? transforming(one, sentence, choices) : worker(one, sentence);
