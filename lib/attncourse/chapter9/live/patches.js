// Shipped Vision Transformers on a digit that the reader draws. The model holds
// recorded `examples` (image, label, answers, answers to it shuffled), the
// `models` (name, label, address, bytes), of each its patch and whether it has
// positions in `readers`, and the order of a shuffle in `orders`; and the choices
// `example`, `chosen` (a model), `shuffled`.

import { argmax } from "../../live/shared/model.js";
import { RECORDED } from "../../live/shared/asking.js";
import { Picturing } from "../../live/shared/picturing.js";
import { took } from "../../live/shared/shipped_models.js";
import { among, follow, pause, traits } from "../../live/shared/ui.js";
import { blank, drawingOf, moved, written } from "./drawing_board.js";
import { buildParts, layOut } from "./patches_view.js";
import { vit } from "./vit.js";

const WAIT = "Load the models to see what they predict for this drawing.";
const EMPTY = "The drawing is empty; the model must still choose a digit. ";
const CHOICES = ["chosen", "shuffled"];

class Patches extends Picturing {
  #image = blank();
  #label = null; // the class, if it is known
  #example = null; // the recorded one, as long as nothing is changed
  #shown = { answer: null }; // the image and choices that are drawn
  #before = null; // the probabilities before the last change
  #token = 0; // who looks
  #pointed = null; // who looks while the pointer is there
  #look = { layer: Infinity, head: 0 }; // the rollout
  choices = { chosen: (k) => k in this.model.get("models"), shuffled: among(true, false) };

  constructor(model) {
    const parts = buildParts(model, {
      begun: () => this.#mark(),
      drawn: (image) => this.#draw(image, null),
      move: (right, down) => {
        this.#mark();
        this.#draw(moved(this.#image, right, down), this.#label);
      },
      clear: () => {
        this.#mark();
        this.#draw(blank(), null);
      },
      pressed: () => this.press(),
      look: (t) => this.#ask(t),
      point: (t) => this.#point(t),
      choose: (changes) => this.#choose(changes),
    });
    const words = { recorded: "digits", names: "the models", work: "Next digit" };
    super(model, parts, { ...words, made: vit });
    const changed = () => {
      this.#mark();
      this.#renew();
    };
    this.ends.push(follow(model, CHOICES, changed));
  }

  pick() {
    this.#example = this.chosen();
    this.#image = Float32Array.from(this.#example.image.flat());
    this.#label = this.#example.label;
    this.#before = null;
    this.#renew();
  }

  own() {
    this.#before = null;
    this.#draw(blank(), null);
  }

  get given() {
    return { drawing: written(this.#image) };
  }

  take({ drawing }) {
    this.#mark();
    if (drawing) this.#draw(drawingOf(drawing), null);
  }

  // After a file that did not come, the others say no more.
  async load(say = (text) => this.say(text)) {
    let over = false;
    try {
      await super.load((text) => over || say(text));
    } finally {
      over = true;
    }
    this.#renew();
  }

  another() {
    const { select } = this.parts;
    select.value = (Number(select.value) + 1) % this.model.get("examples").length;
    select.dispatchEvent(new Event("change"));
  }

  #mark() {
    this.#before = this.#shown.answer?.probabilities ?? null;
  }

  #draw(image, label) {
    [this.#image, this.#label, this.#example] = [image, label, null];
    this.parts.select.value = this.model.get("examples").length;
    this.#renew();
  }

  get #now() {
    return { image: this.#image, label: this.#label, ...traits(this.model, CHOICES) };
  }

  // What is recorded at once, and then what the models say.
  #renew() {
    const now = this.#now;
    this.parts.board.open(now.image, this.fixed);
    this.parts.settings.show();
    const known = this.#example?.[now.shuffled ? "shuffled" : "answers"][now.chosen];
    if (known || !this.ready) {
      this.#show({ ...now, answer: known ?? null });
      this.say(known ? RECORDED : WAIT);
    }
    if (this.ready) this.again();
  }

  async answer() {
    const now = this.#now;
    const [answer, how] = await this.#answered(now);
    this.#show({ ...now, answer });
    this.say((now.image.some((ink) => ink) ? "" : EMPTY) + how);
  }

  async #answered({ image, chosen, shuffled }) {
    await pause(0); // the drawing first
    const began = performance.now();
    const answer = this.loaded[chosen].look(image, this.#order({ chosen, shuffled }));
    return [answer, took([performance.now() - began])];
  }

  #order({ chosen, shuffled }) {
    return shuffled ? this.model.get("orders")[chosen] : null;
  }

  #show(shown) {
    const [before, now] = [this.#shown, shown].map(({ chosen }) => this.#patch(chosen));
    if (before !== now) [this.#token, this.#pointed] = [0, null];
    this.#shown = shown;
    this.#paint();
  }

  #patch(chosen) {
    return this.model.get("readers")[chosen]?.[0];
  }

  #paint() {
    const { image, label, chosen, answer } = this.#shown;
    const { view, looks, bars, verdict } = this.parts;
    const [patch, who] = [this.#patch(chosen), this.#pointed ?? this.#token];
    const last = answer?.weights.length ?? Infinity;
    const layer = Math.min(this.#look.layer, last);
    const weights = looks.show(answer, who, { ...this.#look, layer }, patch);
    view.show(image, patch, this.#order(this.#shown), who, weights);
    view.check(this.#token);
    bars.show(answer?.probabilities ?? null, this.#before);
    verdict.textContent = told(answer?.probabilities, label);
  }

  // The rollout is that of the class token.
  get #rolled() {
    return this.#look.layer >= (this.#shown.answer?.weights.length ?? 0);
  }

  #ask(t) {
    if (t === this.#token && this.#pointed === null) return;
    if (t > 0 && this.#rolled) this.#look.layer = (this.#shown.answer?.weights.length ?? 1) - 1;
    [this.#token, this.#pointed] = [t, null];
    this.#paint();
  }

  #point(t) {
    this.#pointed = this.#rolled ? null : t;
    this.#paint();
  }

  #choose(changes) {
    Object.assign(this.#look, changes);
    if ("head" in changes && changes.head && this.#rolled) {
      this.#look.layer = this.#shown.answer.weights.length - 1;
    }
    if (this.#rolled) this.#token = 0;
    this.#paint();
  }
}

function told(probabilities, label) {
  const is = label === null ? "" : `The label is ${label}.`;
  if (!probabilities) return is || "\u00a0";
  const best = argmax(probabilities);
  const p = probabilities[best].toFixed(3);
  return `It predicts ${best} with probability ${p}. ${is}`;
}

const render = ({ model, el }) => new Patches(model).begin(el, layOut);

export default { render };
