// Figures that ask models: recorded examples, and the reader's own, which the page
// answers.

import { readSafetensors } from "./safetensors.js";
import { shareChoices } from "./sharing.js";
import { fetchWeights, megabytes, whenSeen, whyNoWeights } from "./shipped_models.js";
import {
  choose, element, ending, follow, numbered, pause, picker, report, within,
} from "./ui.js";

export const RECORDED = "Recorded when the models were measured.";
export const ENDED = "You stopped it. ";
const PATIENCE = 300; // milliseconds before the button offers to stop

// What such a figure has: a list of its examples, with the reader's `own` at its end;
// how much of the weights has come, why they cannot come, and what is happening.
// The bar keeps its place while nothing does.
export function askingParts(texts, own, attributes = {}) {
  const progress = element("progress", { max: 1, value: 0, "data-idle": "" });
  progress.setAttribute("aria-label", "Weights of the models");
  const select = picker([...numbered(texts), own], attributes);
  return { select, progress, why: element("p"), say: report() };
}

// A figure with recorded examples, and one more place in its list `select` for
// the reader's own, whose models the page loads when the reader asks. `parts`
// hold what askingParts() gives, a `button`, and `tools`, which are hidden where no
// model can run. A subclass has pick(), which shows the chosen example, and own(),
// which begins an own one, where that is not typed into a `field`.
export class Asking {
  unanswered = "Press Load to see what becomes of yours.";
  loaded = null;
  stopped = false; // has the reader ended what is computed?
  choices = {}; // traits that belong to a question, each with may(value)
  #coming = null; // the weights, while they come
  #busy = false; // does the button end it?
  #read = ""; // what was typed when it was last taken
  #run = 0; // a newer question ends the older one

  // `recorded` is what the examples are, `names` how the button calls the models,
  // `work` what it does when all is there; `made` makes a model of the content of
  // its file. What is in `ends` is called when the figure goes.
  constructor(model, parts, { recorded, names, work, made }) {
    Object.assign(this, { model, parts, recorded, names, work, made, ends: [] });
    parts.select.addEventListener("change", () => {
      const k = Number(parts.select.value);
      if (k === model.get("examples").length) this.own();
      else if (k === model.get("example")) this.pick();
      else choose(model, { example: k });
    });
    if (parts.form) this.#listen(parts);
  }

  // The reader's own question, in a field: Enter asks it, and the button, which
  // stops what takes long.
  #listen({ form, field, select }) {
    const asked = (event, act) => {
      event.preventDefault();
      act();
    };
    const stop = () => (this.stopped = true);
    form.addEventListener("submit", (event) =>
      asked(event, () => (this.#busy ? stop() : this.answer())),
    );
    field.addEventListener("input", () => {
      select.value = this.model.get("examples").length;
      this.#typed();
    });
    field.addEventListener("keydown", (event) => {
      const enter = event.key === "Enter" && !event.isComposing;
      if (enter) asked(event, () => this.answer());
    });
  }

  // What is typed, which the answer from now on belongs to.
  read() {
    this.#read = this.parts.field.value;
    this.#fade();
    return this.#read;
  }

  get #stale() {
    const { field } = this.parts;
    return field !== undefined && field.value !== this.#read;
  }

  // An answer to something else than stands there is grey.
  #fade() {
    this.parts.form.parentElement?.toggleAttribute("data-stale", this.#stale);
  }

  // Until models are there, only what was recorded has an answer.
  #typed() {
    this.#fade();
    if (this.ready) return;
    if (this.#stale) this.say(this.unanswered);
    else this.pick();
  }

  // First what is typed is taken: no button goes on with another text than the one
  // that the reader sees.
  async #first(event) {
    const { form, select } = this.parts;
    const control = event.target.closest?.("button, input:not([type=range])");
    if (!control || form?.contains(control) || control === select) return;
    if (!this.#stale || !this.ready) return;
    event.stopPropagation();
    event.preventDefault();
    await this.answer();
    if (!this.#stale && control.isConnected) control.click();
  }

  // A question begins, and ends the older one: gives wanted(), false once there
  // is a newer one.
  begun() {
    const run = ++this.#run;
    this.#toggle(false);
    return () => run === this.#run;
  }

  // Has nothing been asked since?
  get asked() {
    return this.#run;
  }

  // The page computes: act(going) looks at going() between its slices.
  async computing(act, wanted) {
    this.stopped = false;
    const late = setTimeout(() => wanted() && this.#toggle(true), PATIENCE);
    try {
      return await act(() => wanted() && !this.stopped);
    } finally {
      clearTimeout(late);
      if (wanted()) this.#toggle(false);
    }
  }

  #toggle(busy) {
    if (busy === this.#busy) return;
    this.#busy = busy;
    this.offer();
  }

  // What the reader gave, as texts by their names, for an address; a subclass has
  // others, and take(given), which asks that again.
  get given() {
    const { field } = this.parts;
    return field ? { text: field.value } : {};
  }

  take({ text }) {
    if (text === undefined) return;
    this.parts.field.value = text;
    this.parts.select.value = this.model.get("examples").length;
    if (this.ready) this.answer();
    else this.refuse(this.unanswered);
  }

  // A page asks with an event what it may put into the address of this figure, and
  // hands over what an address has.
  #share(el) {
    const { model, parts } = this;
    el.addEventListener("given", ({ detail }) => {
      const own = Number(parts.select.value) === model.get("examples").length;
      if (own) Object.assign(detail, this.given);
    });
    shareChoices(el, model, this.choices);
    el.addEventListener("taken", ({ detail }) => this.take(detail));
  }

  // The first example; from then on, what the list says.
  begin(el, layOut) {
    el.append(layOut(this.parts));
    el.addEventListener("click", (event) => this.#first(event), true);
    this.#share(el);
    this.offer();
    this.pick();
    whenSeen(this.model, el, () => this.early());
    return ending(follow(this.model, ["example"], () => this.pick()), ...this.ends);
  }

  // The reader's own: an empty field to type into.
  own() {
    this.parts.field.value = "";
    this.#typed();
    this.parts.field.focus();
  }

  get ready() {
    return this.loaded !== null;
  }

  // Can nothing run here?
  get fixed() {
    return this.parts.why.textContent !== "";
  }

  say(text) {
    this.parts.say.textContent = text;
  }

  // The example that is chosen; the list shows it.
  chosen() {
    const examples = this.model.get("examples");
    const k = within(this.model.get("example"), examples.length);
    this.parts.select.value = k;
    return examples[k];
  }

  get bytes() {
    return this.model.get("models").reduce((sum, { bytes }) => sum + bytes, 0);
  }

  // The button says what it will do; where nothing can run, it is not there.
  offer() {
    const { button, why, tools } = this.parts;
    why.textContent = this.ready ? "" : whyNoWeights(this.model, this.recorded);
    const load = `Load ${this.names} (${megabytes(this.bytes)} MB)`;
    button.textContent = this.ready ? this.work : load;
    if (this.#busy) button.textContent = "Stop";
    for (const tool of tools) tool.hidden = this.fixed;
  }

  get loading() {
    return this.#coming !== null;
  }

  // Load the weights; whoever asks while they come waits for the same ones.
  load(say = (text) => this.say(text)) {
    this.#coming ??= this.#fetched(say).finally(() => (this.#coming = null));
    return this.#coming;
  }

  // The button, the bar and `say` tell how far it is.
  async #fetched(say) {
    const { button, progress } = this.parts;
    let received = 0;
    const count = (bytes) => {
      received += bytes;
      progress.value = received / this.bytes;
      say(`${megabytes(received)} of ${megabytes(this.bytes)} MB`);
    };
    button.textContent = "Loading …";
    progress.removeAttribute("data-idle");
    try {
      const models = this.model.get("models");
      const files = await Promise.all(
        models.map((one) => fetchWeights(this.model, one, count)),
      );
      await pause(0); // so that the page shows what has arrived
      this.loaded = files.map((file) => this.made(readSafetensors(file)));
    } finally {
      progress.setAttribute("data-idle", "");
      this.offer();
    }
  }

  // Unasked, so that the first answer need not wait; silent if it fails.
  async early() {
    if (this.ready || this.loading || this.fixed) return;
    await this.load(() => {}).catch(() => {});
  }

  failed(error) {
    this.say(`It did not work: ${error.message}`);
  }
}
