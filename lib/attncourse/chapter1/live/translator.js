// Two shipped translators on the reader's own sentence: one vector between
// encoder and decoder, and attention. The model holds recorded `examples`,
// the `models` (name, label, address, bytes), the `languages`, and the choice
// `example`.

import { seq2seq } from "../../live/shared/seq2seq.js";
import { worker } from "../../live/shared/translate_loop.js";
import { Translators } from "../../live/shared/translators.js";
import { buildParts, follower, layOut } from "./translation_view.js";

const render = ({ model, el }) => {
  const parts = buildParts(model);
  const ways = { made: seq2seq, worker, draw: follower(parts) };
  return new Translators(model, parts, "both models", ways).begin(el, layOut);
};

export default { render };
