// What a reader can place: a colour and a kind, and the buttons that act on
// the picture.

import { block, element, radiogroup } from "../../live/shared/ui.js";
import { COLOURS, DIGITS, SHAPES, SIDE, paint } from "./scene.js";
import { show } from "./scene_view.js";

export const SIZE = 17; // pixels that a placed thing is wide

// `chosen(changes)` is told {colour} or {kind}. Gives {el, draw}.
export function palette(digits, chosen) {
  const colours = Object.keys(COLOURS);
  const kinds = [...SHAPES, ...DIGITS];
  const group = (label, name, options) =>
    icons(label, options, (k) => chosen({ [name]: options[k] }));
  const first = group("Colour", "colour", colours);
  const second = group("Kind", "kind", kinds);
  const el = block("palette", first.group, second.group);

  // `digit(kind)` is the image that stands for a kind.
  function draw({ colour, kind }, digit) {
    first.check(colours.indexOf(colour));
    second.check(kinds.indexOf(kind));
    colours.forEach((other, k) => {
      stamp(first.group.children[k], { colour: other, kind: "circle" }, digits);
    });
    kinds.forEach((other, k) => {
      const thing = { colour, kind: other, digit: digit(other) };
      stamp(second.group.children[k], thing, digits);
    });
  }

  return { el, draw };
}

// Radio buttons that show a thing each, and say its name to those who listen.
function icons(label, names, chosen) {
  const size = { width: SIDE, height: SIDE, "aria-hidden": "true" };
  const pictures = names.map(() => element("canvas", size));
  const made = radiogroup(label, pictures, chosen, { class: "icon" });
  [...made.group.children].forEach((button, k) => {
    button.setAttribute("aria-label", names[k]);
    button.title = names[k];
  });
  return made;
}

// The thing alone, as large as its button.
function stamp(button, thing, digits) {
  const middle = { x: SIDE / 2, y: SIDE / 2, size: 3 * SIZE };
  show(button.firstChild, paint([{ ...thing, ...middle }], digits));
}
