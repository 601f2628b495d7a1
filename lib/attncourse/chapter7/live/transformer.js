// The trained Transformer on the reader's own sentence, beside the translators of
// chapters 1 and 2, or alone. The model holds recorded `examples`, the `models`
// (name, label, address, bytes), the `sizes` of the Transformer, the `languages`,
// which `panel` is shown, the choices `example` and `cached`.

import { mostRead } from "../../live/shared/alignment_lines.js";
import { remarks } from "../../live/shared/remarks.js";
import { made, working } from "../../live/shared/translator_kinds.js";
import { Translating } from "../../live/shared/translating.js";
import { among, follow, within } from "../../live/shared/ui.js";
import { titled, viewOf } from "./head_maps.js";
import { buildParts, layOut } from "./transformer_view.js";

const NONE = { text: "", source: [], target: [], weights: [], maps: null, shares: null };

// The step to open at, that of the longest word: it says more than a stop.
function telling({ target }) {
  const sizes = target.map((word) => (word.startsWith("[") ? 0 : word.length));
  return Math.max(sizes.indexOf(Math.max(...sizes)), 0);
}

// What row t of a view reads, in words; nothing where it is off.
function reading({ source, target, weights }, t, part, off) {
  if (!target.length) return "\u00a0";
  if (off) return "Switched off: nothing is read here, and nothing is added to the stream.";
  const row = weights[t];
  if (!row) return "Load the models to see what this head reads.";
  const step = part === "encoder" ? "" : `Step ${t + 1} writes `;
  return `${step}“${target[t]}”${step && " and"} reads ${mostRead(source, row) || "many words a little"}.`;
}

class Transformers extends Translating {
  #answers = [];
  #whole = null; // the Transformer's answer with all layers
  #sentence = "";
  #off = new Set(); // heads and layers, as "part layer head" and "part layer"
  #head = 0;
  choices = { cached: among(true, false) };
  #at = { step: 0, word: 0 };

  constructor(model) {
    const parts = buildParts(model, {
      written: (value) => {
        const { target } = this.#now.view;
        return target.length ? `${value} of ${target.length}: “${target[value - 1]}”` : "";
      },
      look: (t) => this.#look(t),
      head: (k) => {
        this.#head = k;
        this.show(this.#answers, this.#at.step);
      },
      silence: () => this.#silence(),
      press: (part, l) => this.#turn(part, l),
      restore: () => this.#off.size && this.#again(() => this.#off.clear()),
    });
    const several = model.get("models").length > 1;
    super(model, parts, several ? "all three models" : "the model", made);
    const { el, rowAt } = parts.lines;
    const on = (name, act) => el.addEventListener(name, ({ clientY }) => act(rowAt(clientY)));
    on("pointermove", (t) => this.#light(t));
    on("pointerleave", () => this.#light(this.#now.t));
    on("click", (t) => this.#look(t));
    this.ends.push(follow(model, ["cached"], () => this.#again()));
  }

  // With the models all heads of the example can be seen, unless the reader has
  // begun something else.
  async early() {
    const { asked } = this;
    const { value } = this.parts.field;
    await super.early();
    const same = asked === this.asked && value === this.parts.field.value;
    if (this.loaded && same) await this.answer();
  }

  // A new sentence, with all layers on.
  taken(sentence) {
    this.#off.clear();
    [this.#whole, this.#sentence] = [null, sentence];
  }

  // The same sentence after `change`, once it has been translated whole.
  async #again(change = () => {}) {
    this.#update();
    if (!this.#whole) return;
    change();
    await this.translate(this.begun()).catch((error) => this.failed(error));
  }

  #silence() {
    const { part, l, h } = this.parts.maps.heads[this.#head];
    if (part !== "mean") this.#turn(part, l, h);
  }

  // A head or a layer on or off.
  #turn(...place) {
    const name = place.join(" ");
    this.#again(() => this.#off.delete(name) || this.#off.add(name));
  }

  #isOff = (...place) => this.#off.has(place.join(" "));

  // A head that is off, or whose layer is; so is the mean of one.
  #dark = ({ part, l, h }) =>
    this.#isOff(part, l, h) || this.#isOff(part === "mean" ? "cross" : part, l);

  async translate(wanted) {
    const step = this.#whole ? this.#at.step : undefined; // the same sentence again
    const choices = { cached: this.model.get("cached"), off: this.#isOff };
    const known = this.#whole ? this.#answers.slice(0, -1) : [];
    const asked = this.loaded.slice(known.length);
    const workers = asked.map((one) => working(one, this.#sentence, choices));
    const write = (answers) => this.#write([...known, ...answers]);
    const { answers: found, how } = await this.answered(workers, write, wanted);
    const answers = [...known, ...found];
    if (!wanted()) return;
    const whole = answers.at(-1).target.at(-1) === "[stop]" || !this.stopped;
    if (!this.#off.size) this.#whole = whole ? answers.at(-1) : null;
    this.show(answers, step);
    const [own, count] = [answers.at(-1), this.#off.size];
    const other = own.text === this.#whole?.text ? "the same" : "another";
    const silent = count ? `${count} switched off: ${other} translation. ` : "";
    this.say(silent + remarks([own], this.stopped) + how);
  }

  // The Transformer's answer, the head that is large, and what it shows; where the
  // encoder reads, a row is a word of the source, else a step.
  get #now() {
    const answer = { ...NONE, ...this.#answers.at(-1) };
    const head = this.parts.maps.heads[this.#head];
    const kind = head.part === "encoder" ? "word" : "step";
    return { answer, head, view: viewOf(answer, head), kind, t: this.#at[kind] };
  }

  // The translations, also while they are written.
  #write(answers) {
    const { sides } = this.parts;
    const before = this.#off.size ? this.#whole?.text : undefined;
    const other = (k) => (k === sides.length - 1 ? before : undefined);
    sides.forEach(({ draw }, k) => draw(answers[k]?.text ?? "", other(k)));
  }

  // All of it; `step` is the step to look at.
  show(answers, step = telling({ ...NONE, ...answers.at(-1) })) {
    this.#answers = answers;
    const { answer, head, view, kind } = this.#now;
    const { lines, title } = this.parts;
    const last = (words) => Math.max(words.length - 1, 0);
    this.#at.step = Math.min(step, last(answer.target));
    this.#at.word = Math.min(this.#at.word, last(answer.source));
    this.#write(answers);
    const [english, french] = this.model.get("languages");
    title.textContent = titled(head);
    lines.draw(this.#dark(this.#now.head) ? { ...view, weights: [] } : view);
    lines.el.querySelector(".read").lang = head.part === "own" ? french : english;
    lines.el.querySelector(".written").lang = kind === "word" ? english : french;
    this.#look(this.#now.t);
  }

  #look(t) {
    const { view, kind } = this.#now;
    this.#at[kind] = within(t, view.target.length || 1);
    if (view.target.length) this.parts.lines.reveal(this.#at[kind]);
    this.#update();
  }

  // Row t for as long as the reader points at it.
  #light(t) {
    const { view, head } = this.#now;
    this.parts.lines.light(view.target.length ? t : null);
    this.parts.seen.textContent = reading(view, t, head.part, this.#dark(head));
  }

  // All that follows from what is chosen.
  #update() {
    const { maps, step, stepName, silent, restore, stream, cache } = this.parts;
    const { answer, head, view, kind, t } = this.#now;
    maps.show(answer, this.#head, this.#at.step, t, this.#dark);
    stepName.textContent = kind === "word" ? "Word of the source" : "Step of the decoder";
    step.input.max = view.target.length || 1;
    step.show(t + 1);
    silent.setAttribute("aria-checked", this.#isOff(head.part, head.l, head.h));
    silent.setAttribute("aria-disabled", !this.#whole || head.part === "mean");
    restore.setAttribute("aria-disabled", !this.#off.size);
    stream.show(answer.shares, this.#isOff, Boolean(this.#whole));
    cache.show(answer.source.length, this.#at.step, answer.target.length);
    this.#light(t);
  }
}

const render = ({ model, el }) =>
  new Transformers(model).begin(el, (parts) => layOut(parts, model.get("panel")));

export default { render };
