// Two shipped translators on the reader's own sentence: one vector between
// encoder and decoder, and attention. The model holds recorded `examples`,
// the `models` (name, label, address, bytes), the `languages`, the choice
// `example`, and, where a kernel answers, `kernel`, `request` and `reply`.

import { remarks } from "../../live/shared/remarks.js";
import { seq2seq } from "../../live/shared/seq2seq.js";
import { worker } from "../../live/shared/translate_loop.js";
import { Translating } from "../../live/shared/translating.js";
import { buildParts, follower, layOut } from "./translation_view.js";

// The figure: what is asked, and who answers.
class Translators extends Translating {
  #draw;

  constructor(model) {
    const parts = buildParts(model);
    super(model, parts, "both models", seq2seq);
    this.#draw = follower(parts);
  }

  show(answers) {
    this.#draw(answers, 0);
  }

  async translate(wanted, sentence) {
    const workers = () => this.loaded.map((one) => worker(one, sentence));
    const { answers, how } = await this.answered({ sentence }, workers, this.#draw, wanted);
    if (!wanted()) return;
    this.show(answers);
    this.say(remarks(answers, this.stopped) + how);
  }
}

const render = ({ model, el }) => new Translators(model).begin(el, layOut);

export default { render };
