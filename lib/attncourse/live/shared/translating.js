// Figures that translate the reader's own sentence with shipped models.

import { Asking, RECORDED } from "./asking.js";
import { refusal } from "./remarks.js";
import { took } from "./shipped_models.js";
import { tidy } from "./tokenizer.js";
import { translateAll } from "./translate_loop.js";

// A subclass has show(answers) and translate(wanted, sentence); taken(sentence) is
// told each sentence before, "" for one that is refused.
export class Translating extends Asking {
  unanswered = "Press Load to translate yours.";

  constructor(model, parts, names, made) {
    super(model, parts, { recorded: "sentences", names, work: "Translate", made });
  }

  // The sentence that is chosen in the list stands in the field, too.
  pick() {
    const { sentence, answers } = this.chosen();
    this.parts.field.value = sentence;
    this.read();
    if (this.ready && this.asked) return this.answer();
    this.begun();
    this.show(answers);
    this.say(answers.length ? RECORDED : "Load the models to translate this one.");
  }

  async answer() {
    try {
      if (!this.ready) await this.load();
      const wanted = this.begun();
      const sentence = tidy(this.read());
      const no = refusal(sentence);
      if (no) return this.refuse(no);
      this.taken(sentence);
      await this.translate(wanted, sentence);
    } catch (error) {
      this.failed(error);
    }
  }

  taken() {}

  // What stood there before does not belong to what is asked now.
  refuse(reason) {
    this.begun();
    this.taken("");
    this.show([]);
    this.say(reason);
  }

  // The answers of all workers, which write(answers) shows while they come; and in
  // words, how they came.
  async answered(all, write, wanted) {
    const answers = all.map(({ answer }) => answer);
    this.say("Computing …");
    write(answers); // nothing yet, and no older ones
    const act = (going) => translateAll(all, () => write(answers), going);
    await this.computing(act, wanted);
    return { answers, how: took(all.map(({ milliseconds }) => milliseconds)) };
  }
}
