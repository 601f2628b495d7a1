// What figures of translators share: a sentence in a field, one that is recorded
// or the reader's own, which all models translate. A subclass has show(answers),
// fresh(sentence), where a new one begins, and translate(sentence, wanted).

import { refusal } from "./remarks.js";
import { Asking } from "./shipped_models.js";
import { tidy } from "./tokenizer.js";

export class Sentences extends Asking {
  constructor(model, parts, more) {
    super(model, parts, { recorded: "sentences", work: "Translate", ...more });
  }

  // The sentence that is chosen in the list stands in the field, too.
  pick() {
    const { sentence, answers } = this.chosen();
    this.parts.field.value = sentence;
    if (this.ready && this.asked) return this.answer();
    this.begun();
    this.show(answers);
    const known = "Recorded when the models were measured.";
    this.say(answers.length ? known : "Load the models to translate this one.");
  }

  fresh() {}

  async answer() {
    if (this.loading) return;
    const wanted = this.begun();
    try {
      if (!this.ready) await this.load();
      const sentence = tidy(this.parts.field.value);
      const no = refusal(sentence);
      this.fresh(no ? "" : sentence);
      // What was written before does not belong to what is refused.
      if (no) this.show([]);
      if (no) this.say(no);
      else await this.translate(sentence, wanted);
    } catch (error) {
      this.failed(error);
    }
  }
}
