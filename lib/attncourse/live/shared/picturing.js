// Figures in which the reader makes a picture, which models look at again and again.

import { Asking } from "./asking.js";
import { action, block, element, para } from "./ui.js";

// A subclass has answer(), which asks about what is there now, and another(), which
// the button does once models can run.
export class Picturing extends Asking {
  stale = false; // has something changed since the models were asked?
  #working = false;

  async press() {
    if (this.loading) return;
    if (this.ready) this.another();
    else await this.load().catch((error) => this.failed(error));
  }

  // Asks, and again if something has changed meanwhile.
  async again() {
    this.stale = true;
    if (this.#working) return;
    this.#working = true;
    while (this.stale) {
      this.stale = false;
      await this.answer().catch((error) => this.failed(error));
    }
    this.#working = false;
  }
}

export function mainButton(pressed) {
  const button = action("", pressed);
  button.className = "main";
  return button;
}

// What stands above the picture; `name` is that of the list, `between` comes before it.
export const picturingRows = (name, { select, why, button, say, progress }) =>
  [element("label", {}, `${name} `, select), why, block("start", button, say), progress];

// Signs by their class, and what they say.
export function legend(signs) {
  const part = ([name, text]) =>
    element("span", {}, element("i", { class: `swatch ${name}` }), text);
  return para("legend", ...Object.entries(signs).map(part));
}
