// A scene to look at and to change: the picture, over it what attention reads,
// and on top the things, each a button that can be dragged.

import { argmax } from "../shared/model.js";
import {
  DARK, block, drawing, element, lettering, movable, rect, shape,
} from "../shared/ui.js";
import { peak } from "./caption_score.js";
import { SIDE, box, named, paint } from "./scene.js";

const CELLS = 8; // the grid has so many rows, and so many columns
// `acts` are told what the reader does: place(x, y), pick(k), move(k, x, y),
// remove(k). Gives {el, draw, weigh}.
export function sceneView(digits, acts) {
  const canvas = element("canvas", { width: SIDE, height: SIDE });
  canvas.setAttribute("aria-hidden", "true");
  const map = readingMap();
  const tiles = block("tiles");
  tiles.setAttribute("role", "group");
  tiles.setAttribute("aria-label", "Things in the picture");
  const el = block("scene", canvas, map.el, tiles);
  let shown = [];
  let fixed = false;

  // Where the pointer is, in pixels of the picture.
  const spot = ({ clientX, clientY }) => {
    const { left, top, width } = canvas.getBoundingClientRect();
    const zoom = SIDE / width;
    return [(clientX - left) * zoom, (clientY - top) * zoom];
  };
  el.addEventListener("click", (event) => {
    if (!fixed && event.target === tiles) acts.place(...spot(event));
  });

  function draw(things, selected, kept) {
    [shown, fixed] = [things, kept];
    el.toggleAttribute("data-fixed", fixed);
    show(canvas, paint(things, digits));
    while (tiles.children.length > things.length) tiles.lastChild.remove();
    while (tiles.children.length < things.length) {
      const k = tiles.children.length;
      tiles.append(tile(k, () => shown[k], spot, acts));
    }
    things.forEach((thing, k) => {
      const button = tiles.children[k];
      const [left, top, right, bottom] = box(thing, digits);
      const percent = (z) => `${(100 * z) / SIDE}%`;
      button.style.left = percent(left);
      button.style.top = percent(top);
      button.style.width = percent(right - left);
      button.style.height = percent(bottom - top);
      button.setAttribute("aria-pressed", k === selected);
      const place = `${thing.x} from the left, ${thing.y} from the top`;
      button.setAttribute("aria-label", `${named(thing)}, ${place}`);
      button.disabled = fixed;
    });
  }

  return { el, draw, weigh: map.weigh, tile: (k) => tiles.children[k] };
}

// Thing k as a button: pressed to choose it, dragged or pushed to move it.
function tile(k, thing, spot, acts) {
  const button = element("button", { type: "button" });
  for (const event of ["focus", "click", "pointerdown"]) {
    button.addEventListener(event, () => button.disabled || acts.pick(k));
  }
  const at = () => [thing().x, thing().y];
  const move = (place) => button.disabled || acts.move(k, ...place);
  movable(button, at, spot, move, [1, 1], [8, 8]);
  button.addEventListener("keydown", (event) => {
    if (!/^(Delete|Backspace)$/.test(event.key)) return;
    event.preventDefault();
    acts.remove(k);
  });
  return button;
}

// Paint whole numbers "3 side side" into a canvas of that size.
export function show(canvas, image) {
  const { width, height } = canvas;
  const count = width * height;
  const pixels = new ImageData(width, height);
  for (let k = 0; k < count; k++) {
    const colour = [0, 1, 2].map((c) => image[c * count + k]);
    pixels.data.set([...colour, 255], 4 * k);
  }
  canvas.getContext("2d").putImageData(pixels, 0, 0);
}

// What attention reads: the less weight a cell has, the darker it is.
function readingMap() {
  const el = drawing(SIDE, SIDE, { class: "map" });
  const step = SIDE / CELLS;
  const cells = Array.from({ length: CELLS * CELLS }, (_, k) => {
    const [x, y] = [step * (k % CELLS), step * Math.floor(k / CELLS)];
    return rect(x, y, step, step, "cell");
  });
  const signs = shape("g");
  el.append(...cells, signs);

  // The weights of one word, and the box of the thing that it should name;
  // null for none.
  function weigh(weights, wanted) {
    const top = weights ? Math.max(...weights) : 1;
    cells.forEach((cell, k) => {
      const dark = weights ? DARK * (1 - weights[k] / top) : 0;
      cell.setAttribute("opacity", dark.toFixed(3));
    });
    signs.replaceChildren(
      ...(wanted ? boxed(wanted) : []),
      ...(weights ? ringed(weights) : []),
    );
  }

  return { el, weigh };
}

function boxed([left, top, right, bottom]) {
  const size = [right - left + 2, bottom - top + 2];
  return ["under", "wanted"].map((name) => {
    const frame = rect(left - 1, top - 1, ...size, name);
    frame.setAttribute("rx", 1);
    return frame;
  });
}

// The cell with the largest weight, and the numbers that can be read.
function ringed(weights) {
  const { x, y, step } = peak(weights);
  const numbers = [...weights.keys()]
    .filter((k) => weights[k] >= 0.1 || k === argmax(weights))
    .map((k) => {
      const left = step * ((k % CELLS) + 0.5);
      const top = step * (Math.floor(k / CELLS) + 0.5);
      const text = weights[k].toFixed(2).replace(/^0/, "");
      return lettering(left, top + 1, text, "middle", "weight");
    });
  const peaked = rect(x - step / 2, y - step / 2, step, step, "peak");
  return [peaked, ...numbers];
}
