// Two shipped translators on the reader's own sentence: one vector between
// encoder and decoder, and attention. The model holds recorded `examples`,
// the `models` (name, label, address, bytes), the `languages`, the choice
// `example`, and, where a kernel answers, `kernel`, `request` and `reply`.

import { remarks } from "../../live/shared/remarks.js";
import { Sentences } from "../../live/shared/sentences.js";
import { seq2seq } from "../../live/shared/seq2seq.js";
import { BY_KERNEL, entry, took } from "../../live/shared/shipped_models.js";
import { translateAll, worker } from "../../live/shared/translate_loop.js";
import { buildParts, follower, layOut } from "./translation_view.js";

class Translators extends Sentences {
  #draw;

  constructor(model) {
    super(model, buildParts(model), { made: seq2seq });
    this.#draw = follower(this.parts);
  }

  show(answers) {
    this.#draw(answers, 0);
  }

  async translate(sentence, wanted) {
    const kernel = this.model.get("kernel");
    const { answers, how } = await (kernel
      ? this.#ask(sentence)
      : this.#compute(sentence, wanted));
    if (!wanted()) return;
    this.show(answers);
    this.say(remarks(answers, !kernel && this.stopped) + how);
  }

  async #compute(sentence, wanted) {
    const workers = this.loaded.map((one) => worker(one, sentence));
    const answers = workers.map(({ answer }) => answer);
    const draw = () => this.#draw(answers);
    this.say("Reading …");
    await this.computing((going) => translateAll(workers, draw, going), wanted);
    return { answers, how: took(workers.map(({ milliseconds }) => milliseconds)) };
  }

  async #ask(sentence) {
    return { answers: await this.ask({ sentence }), how: BY_KERNEL };
  }
}

export default entry(Translators, layOut);
