// The image as the model gets it: the class token, then the patches with gaps
// between them. Each is a button; the one that is pressed asks, and the frames
// of the others are the more coloured, the more it reads of them.

import { argmax } from "../../live/shared/model.js";
import { drawing, element, radiogroup, rect } from "../../live/shared/ui.js";
import { SIDE } from "./drawing_board.js";
import { cut } from "./vit.js";

// The patch with the largest weight, counted from 1: the class token is 0.
export const peak = (weights) => 1 + argmax(weights.slice(1));

function tile(patch) {
  const cells = Array.from({ length: patch ** 2 }, (_, n) =>
    rect(n % patch, Math.floor(n / patch), 1, 1, "ink"));
  const el = drawing(patch, patch, { preserveAspectRatio: "none" });
  el.append(...cells);
  const ink = (pixels) =>
    cells.forEach((cell, n) => cell.setAttribute("fill-opacity", pixels[n].toFixed(2)));
  return { el, ink };
}

// Where token t stands, in words.
export function placed(t, patch) {
  const grid = SIDE / patch;
  if (t === 0) return "the class token";
  const [i, j] = [Math.floor((t - 1) / grid), (t - 1) % grid];
  return `the patch in row ${i + 1}, column ${j + 1}`;
}

// `chosen(t)` is told which token asks, `seen(t)` which one the pointer is on,
// null for none. Gives {el, show}.
export function patchView(chosen, seen) {
  const { group, fill, check } = radiogroup("Who looks", [], chosen);
  group.classList.add("tokens");
  let [tiles, size] = [[], 0];

  function cutUp(patch) {
    size = patch;
    tiles = Array.from({ length: (SIDE / patch) ** 2 }, () => tile(patch));
    fill([element("span", { class: "token" }, "class token"), ...tiles.map(({ el }) => el)]);
    group.style.setProperty("--grid", SIDE / patch);
    [...group.children].forEach((button, t) => {
      button.addEventListener("pointerenter", () => seen(t));
    });
  }

  // The patches of an image, in this order; token t asks, and reads with `weights`,
  // null if they are not known.
  function show(image, patch, order, t, weights) {
    if (patch !== size) cutUp(patch);
    const patches = cut(image, SIDE, patch);
    tiles.forEach(({ ink }, k) => ink(patches[order ? order[k] : k]));
    const most = weights && peak(weights);
    const share = (s) =>
      (weights ? 100 * Math.min(weights[s] / weights[most], 1) : 0).toFixed(1);
    [...group.children].forEach((button, s) => {
      button.style.setProperty("--share", `${share(s)}%`);
      button.toggleAttribute("data-asks", s === t);
      button.toggleAttribute("data-most", s === most);
      const read = weights ? `, weight ${weights[s].toFixed(3)}` : "";
      button.setAttribute("aria-label", placed(s, patch) + read);
    });
  }

  group.addEventListener("pointerleave", () => seen(null));
  return { el: group, show, check };
}
