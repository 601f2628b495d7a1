// Two shipped captioners on a scene that the reader makes: one vector between
// the image and the decoder, and attention. The model holds recorded `examples`
// (things and answers), the `models` (name, label, address, bytes), the
// `images` of digits, and the choice `example`.

import { greedy } from "../../live/shared/decoder.js";
import { RECORDED } from "../../live/shared/asking.js";
import { Picturing } from "../../live/shared/picturing.js";
import { took } from "../../live/shared/shipped_models.js";
import { BREATH, pause } from "../../live/shared/ui.js";
import { captioner } from "./captioner_model.js";
import { buildParts, layOut } from "./captioner_view.js";
import { clear, paint, seen, unseen } from "./scene.js";
import { randomScene, sceneOf, written } from "./scene_editor.js";

const WRITTEN = 60; // tokens that a caption may have
const WAIT = "Load the models to see this scene described.";
const EMPTY = "Place something first: tap the picture.";

// A model's answer to an image, in slices short enough that the page stays
// alive, and how long they took.
async function describe(model, image) {
  let [milliseconds, began] = [0, performance.now()];
  const steps = [];
  for (const step of greedy(model, image, WRITTEN)) {
    if (step) steps.push(step);
    if (performance.now() - began < BREATH) continue;
    milliseconds += performance.now() - began;
    await pause(0);
    began = performance.now();
  }
  milliseconds += performance.now() - began;
  const tokens = steps.map(({ token }) => token);
  const weights = model.attentive ? steps.map((step) => step.weights) : null;
  const text = model.tokenizer.decode(tokens);
  const target = model.tokenizer.pieces(tokens);
  return { text, target, weights, milliseconds };
}

// What a reader should know: of a scene that is unlike those of the training,
// and of a caption that was cut.
function remarks(things, digits, answers) {
  const [odd, ...more] = unseen(things);
  const others = more.length ? `, nor ${more.length} more of these` : "";
  const never = odd ? `No training scene had a ${odd}${others}. ` : "";
  const far = "In training objects stood further apart, in plainer rows. ";
  const cut = answers.some(({ target }) => target.at(-1) !== "[stop]");
  const stopped = cut ? `Stopped after ${WRITTEN} tokens. ` : "";
  return never + (clear(things, digits) ? "" : far) + stopped;
}

// The figure: what is asked, and what the models answer.
class Captioners extends Picturing {
  #digits;

  constructor(model) {
    const images = model.get("images");
    const pixels = images.map((image) => [image.digit, image.pixels]);
    const digits = Object.fromEntries(pixels);
    const parts = buildParts(model, digits, {
      changed: () => this.#changed(),
      pressed: () => this.press(),
    });
    const words = { recorded: "scenes", names: "both models", work: "A random scene" };
    super(model, parts, { ...words, made: captioner });
    this.#digits = digits;
  }

  get #things() {
    return this.parts.scene.things();
  }

  own() {
    this.parts.scene.set([]);
  }

  get given() {
    return { scene: written(this.#things) };
  }

  take({ scene }) {
    if (scene) this.parts.scene.set(sceneOf(scene, this.model.get("images")));
  }

  // A recorded scene, as it was measured.
  pick() {
    const { things, answers } = this.chosen();
    this.stale = false;
    this.parts.scene.open(things, this.fixed);
    this.parts.draw(things, answers);
    this.say(RECORDED);
  }

  #changed() {
    const things = this.#things;
    this.parts.select.value = this.model.get("examples").length;
    if (this.ready && things.length > 0) return this.again();
    this.stale = false;
    this.parts.draw(things, null);
    this.say(things.length ? WAIT : EMPTY);
  }

  another() {
    this.parts.scene.set(randomScene(this.model.get("images"), this.#digits));
  }

  get #recorded() {
    const count = this.model.get("examples").length;
    return Number(this.parts.select.value) < count;
  }

  // What the reader has made meanwhile is described.
  async load(say) {
    await super.load(say);
    if (!say) this.say("Loaded. Change the scene, and both describe it again.");
    if (!this.#recorded && this.#things.length) this.#changed();
  }

  // Describe the scene as it is now.
  async answer() {
    const things = this.#things;
    const [answers, how] = await this.#described(things);
    if (this.#recorded || !this.#things.length) return;
    this.parts.draw(things, answers);
    this.say(remarks(things, this.#digits, answers) + how);
  }

  async #described(things) {
    await pause(0); // the picture first
    const image = seen(paint(things, this.#digits));
    const answers = [];
    for (const model of this.loaded) answers.push(await describe(model, image));
    return [answers, took(answers.map(({ milliseconds }) => milliseconds))];
  }
}

const render = ({ model, el }) => new Captioners(model).begin(el, layOut);

export default { render };
