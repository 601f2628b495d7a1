// The figure of the first page: a sentence goes through the translators of chapters 1,
// 2 and 7, recorded or the reader's own. The model holds what that of chapter 2 holds.

import { transformer, transforming } from "../../chapter7/live/transformer_model.js";
import { remarks } from "../../live/shared/remarks.js";
import { seq2seq } from "../../live/shared/seq2seq.js";
import { worker } from "../../live/shared/translate_loop.js";
import { Translating } from "../../live/shared/translating.js";
import { pause } from "../../live/shared/ui.js";
import { buildParts, follower, layOut, telling } from "./welcome_view.js";

const BEAT = 160; // milliseconds between two words of a recording

const made = (content) =>
  content.metadata.kind === "transformer" ? transformer(content) : seq2seq(content);

class Welcome extends Translating {
  #draw;

  constructor(model) {
    const parts = buildParts(model);
    super(model, parts, "all three models", made);
    this.#draw = follower(parts);
  }

  // Megabytes come only when the reader asks for them.
  async early() {}

  show(answers) {
    this.#draw(answers, answers.length ? telling(answers) : 0);
  }

  // A recording is written again, where motion is welcome.
  pick() {
    super.pick();
    const { answers } = this.chosen();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still && answers.length && !(this.ready && this.asked)) this.#play(answers);
  }

  async #play(answers) {
    const wanted = this.begun();
    const most = Math.max(...answers.map(({ target }) => target.length));
    for (let t = 1; t < most; t++) {
      this.#draw(answers.map((one) => ({ ...one, target: one.target.slice(0, t) })));
      await pause(BEAT);
      if (!wanted()) return;
    }
    this.show(answers);
  }

  async translate(wanted, sentence) {
    const begin = (one) =>
      one.encoder?.blocks ? transforming(one, sentence, {}) : worker(one, sentence);
    const workers = () => this.loaded.map(begin);
    const { answers, how } = await this.answered({ sentence }, workers, this.#draw, wanted);
    if (!wanted()) return;
    this.show(answers);
    this.say(remarks(answers, this.stopped) + how);
  }
}

const render = ({ model, el }) => new Welcome(model).begin(el, layOut);

export default { render };
