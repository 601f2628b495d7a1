// The figure of the first page: a sentence goes through the translators of chapters 1,
// 2 and 7, recorded or the reader's own. The model holds what that of chapter 2 holds.

import { made, working } from "../../live/shared/translator_kinds.js";
import { Translators } from "../../live/shared/translators.js";
import { pause } from "../../live/shared/ui.js";
import { buildParts, follower, layOut } from "../../live/shared/sentence_rows.js";

const BEAT = 160; // milliseconds between two words of a recording

class Welcome extends Translators {
  // Megabytes come only when the reader asks for them.
  async early() {}

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
      this.draw(answers.map((one) => ({ ...one, target: one.target.slice(0, t) })));
      await pause(BEAT);
      if (!wanted()) return;
    }
    this.show(answers);
  }
}

const render = ({ model, el }) => {
  const parts = buildParts(model);
  const ways = { made, worker: working, draw: follower(parts) };
  return new Welcome(model, parts, "all three models", ways).begin(el, layOut);
};

export default { render };
