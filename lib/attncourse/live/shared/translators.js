// Translators side by side: `made` of their files, each with a `worker` for a sentence,
// while draw(answers) shows the words that come and draw(answers, t) rests at word t.

import { remarks } from "./remarks.js";
import { Translating } from "./translating.js";

export class Translators extends Translating {
  constructor(model, parts, names, { made, worker, draw }) {
    super(model, parts, names, made);
    Object.assign(this, { worker, draw });
  }

  show(answers) {
    this.draw(answers, 0);
  }

  async translate(wanted, sentence) {
    const workers = this.loaded.map((one) => this.worker(one, sentence));
    const { answers, how } = await this.answered(workers, this.draw, wanted);
    if (!wanted()) return;
    this.show(answers);
    this.say(remarks(answers, this.stopped) + how);
  }
}
