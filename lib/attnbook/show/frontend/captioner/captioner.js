// Two shipped captioners on a scene that the reader makes: one vector between
// the image and the decoder, and attention. The model holds recorded `examples`
// (things and answers), the `models` (name, label, address, bytes), the
// `images` of digits, the choice `example`, and, where a kernel answers,
// `kernel`, `request` and `reply`.

import { greedy } from "../shared/decoder.js";
import {
  ask, loadModels, offer, whenSeen, whyNoWeights,
} from "../shared/shipped_models.js";
import { choose, follow, pause, within } from "../shared/ui.js";
import { captioner } from "./captioner_model.js";
import { buildParts, layOut } from "./captioner_view.js";
import { clear, paint, seen, unseen } from "./scene.js";
import { randomScene } from "./scene_editor.js";

const WRITTEN = 60; // tokens that a caption may have
const RECORDED = "Recorded when the models were measured.";
const WAIT = "Load the models to see this scene described.";
const EMPTY = "Place something first: tap the picture.";

// A model's answer to an image, and how long it took.
function describe(model, image) {
  const began = performance.now();
  const steps = [...greedy(model, image, WRITTEN)].filter((step) => step);
  const tokens = steps.map(({ token }) => token);
  const weights = model.attentive ? steps.map((step) => step.weights) : null;
  const text = model.tokenizer.decode(tokens);
  const target = model.tokenizer.pieces(tokens);
  return { text, target, weights, milliseconds: performance.now() - began };
}

// What a reader should know of a scene that is unlike those of the training.
function remarks(things, digits) {
  const [odd, ...more] = unseen(things);
  const others = more.length ? `, nor ${more.length} more of these` : "";
  const never = odd ? `No training scene had a ${odd}${others}. ` : "";
  const far = "In training things stood further apart, in plainer rows. ";
  return never + (clear(things, digits) ? "" : far);
}

// The figure: what is chosen, asked, loaded and computed.
class Captioners {
  #model;
  #digits;
  #parts;
  #loaded = null;
  #working = false;
  #stale = false; // the scene has changed since the models saw it

  constructor(model) {
    this.#model = model;
    const images = model.get("images");
    const pixels = images.map((image) => [image.digit, image.pixels]);
    this.#digits = Object.fromEntries(pixels);
    this.#parts = buildParts(model, this.#digits, {
      changed: () => this.#changed(),
      chosen: (k) => this.#choose(k),
      pressed: () => this.#press(),
    });
    this.el = layOut(this.#parts);
    this.#offer();
    this.pick();
  }

  get #ready() {
    return this.#model.get("kernel") || this.#loaded;
  }

  #say(text) {
    this.#parts.say.textContent = text;
  }

  // The button says what it will do; where nothing can run, nothing can be
  // placed.
  #offer() {
    const { button, why, scene } = this.#parts;
    const load = offer(this.#model.get("models"));
    button.textContent = this.#ready ? "A random scene" : load;
    why.textContent = this.#ready ? "" : whyNoWeights("scenes");
    button.hidden = scene.tools.hidden = this.#fixed;
  }

  get #fixed() {
    return this.#parts.why.textContent !== "";
  }

  #choose(k) {
    const own = k === this.#model.get("examples").length;
    if (own) this.#parts.scene.set([]);
    else if (k === this.#model.get("example")) this.pick();
    else choose(this.#model, { example: k });
  }

  // A recorded scene, as it was measured.
  pick() {
    const examples = this.#model.get("examples");
    const k = within(this.#model.get("example"), examples.length);
    const { things, answers } = examples[k];
    this.#stale = false;
    this.#parts.select.value = k;
    this.#parts.scene.open(things, this.#fixed);
    this.#parts.draw(things, answers);
    this.#say(RECORDED);
  }

  #changed() {
    const { scene, select, draw } = this.#parts;
    const things = scene.things();
    select.value = this.#model.get("examples").length;
    this.#stale = this.#ready && things.length > 0;
    if (this.#stale) this.#answer();
    else {
      draw(things, null);
      this.#say(things.length ? WAIT : EMPTY);
    }
  }

  async #press() {
    const { scene, button } = this.#parts;
    if (this.#ready) {
      scene.set(randomScene(this.#model.get("images"), this.#digits));
      return;
    }
    button.disabled = true;
    try {
      await this.#load();
      this.#say("Loaded. Change the scene, and both describe it again.");
      if (!this.#recorded && scene.things().length) this.#changed();
    } catch (error) {
      this.#say(`It did not work: ${error.message}`);
    }
    button.disabled = false;
  }

  get #recorded() {
    const count = this.#model.get("examples").length;
    return Number(this.#parts.select.value) < count;
  }

  // Unasked, so that the first scene need not wait; silent if it fails.
  async early() {
    const { button, scene } = this.#parts;
    if (this.#ready || this.#fixed || button.disabled) return;
    button.disabled = true;
    await this.#load(() => {}).catch(() => {});
    button.disabled = false;
    if (this.#ready && !this.#recorded && scene.things().length) {
      this.#changed();
    }
  }

  async #load(say = (text) => this.#say(text)) {
    const models = this.#model.get("models");
    try {
      this.#loaded = await loadModels(models, captioner, this.#parts, say);
    } finally {
      this.#offer();
    }
  }

  // Describe the scene as it is now, and again if it has changed meanwhile.
  async #answer() {
    if (this.#working) return;
    this.#working = true;
    while (this.#stale) {
      this.#stale = false;
      const things = this.#parts.scene.things();
      try {
        const [answers, how] = await this.#described(things);
        if (this.#recorded || !this.#parts.scene.things().length) continue;
        this.#parts.draw(things, answers);
        this.#say(remarks(things, this.#digits) + how);
      } catch (error) {
        this.#say(`It did not work: ${error.message}`);
      }
    }
    this.#working = false;
  }

  async #described(things) {
    if (this.#model.get("kernel")) {
      const answers = await ask(this.#model, { things });
      return [answers, "Computed by the notebook’s kernel."];
    }
    await pause(0); // the picture first
    const image = seen(paint(things, this.#digits));
    const answers = this.#loaded.map((model) => describe(model, image));
    const times = answers.map((one) => `${one.milliseconds.toFixed(0)} ms`);
    return [answers, `Computed in your browser, in ${times.join(" and ")}.`];
  }
}

function render({ model, el }) {
  const figure = new Captioners(model);
  el.append(figure.el);
  whenSeen(el, () => figure.early());
  return follow(model, { example: () => figure.pick() });
}

export default { render };
