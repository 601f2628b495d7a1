// Two shipped translators on the reader's own sentence: one vector between
// encoder and decoder, and attention. The model holds recorded `examples`,
// the `models` (name, label, address, bytes), the `languages`, the choice
// `example`, and, where a kernel answers, `kernel`, `request` and `reply`.

import { Asking, ask, took } from "../../live/shared/shipped_models.js";
import { tidy } from "../../live/shared/tokenizer.js";
import { seq2seq } from "../../live/shared/seq2seq.js";
import { refusal, remarks } from "../../live/shared/remarks.js";
import { translateAll, worker } from "../../live/shared/translate_loop.js";
import { buildParts, follower, layOut } from "./translation_view.js";

// The figure: what is asked, and who answers.
class Translators extends Asking {
  #draw;

  constructor(model, parts) {
    const work = "Translate";
    super(model, parts, { recorded: "sentences", work, made: seq2seq });
    this.#draw = follower(parts);
  }

  // The sentence that is chosen in the list stands in the field, too.
  pick() {
    const { sentence, answers } = this.chosen();
    this.parts.field.value = sentence;
    if (this.ready && this.asked) return this.answer();
    this.begun();
    this.#draw(answers, 0);
    const wait = "Load the models to translate this one.";
    const known = "Recorded when the models were measured.";
    this.say(answers.length ? known : wait);
  }

  // The reader's own sentence: an empty field to type into.
  own() {
    this.parts.field.value = "";
    this.parts.field.focus();
  }

  async answer() {
    if (this.loading) return;
    const wanted = this.begun();
    try {
      if (!this.ready) await this.load();
      const sentence = tidy(this.parts.field.value);
      const no = refusal(sentence);
      // What was written before does not belong to what is refused.
      if (no) this.#draw([], 0);
      if (no) this.say(no);
      else if (this.model.get("kernel")) await this.#ask(sentence, wanted);
      else await this.#compute(sentence, wanted);
    } catch (error) {
      this.failed(error);
    }
  }

  async #compute(sentence, wanted) {
    const workers = this.loaded.map((one) => worker(one, sentence));
    const answers = workers.map(({ answer }) => answer);
    const draw = () => this.#draw(answers);
    this.say("Reading …");
    await this.computing((going) => translateAll(workers, draw, going), wanted);
    if (!wanted()) return;
    this.#draw(answers, 0);
    const times = workers.map(({ milliseconds }) => milliseconds);
    this.say(remarks(answers, this.stopped) + took(times));
  }

  async #ask(sentence, wanted) {
    this.say("The notebook’s kernel is asked …");
    const answers = await ask(this.model, { sentence });
    if (!wanted()) return;
    this.#draw(answers, 0);
    this.say(`${remarks(answers)}Computed by the notebook’s kernel.`);
  }
}

function render({ model, el }) {
  const parts = buildParts(model);
  el.append(layOut(parts));
  return new Translators(model, parts).begin(el);
}

export default { render };
