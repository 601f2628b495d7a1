// A scene to look at and to change: the picture, over it what attention reads,
// and on top the things, each a button that can be dragged.

import { argmax } from "../shared/model.js";
import { DARK, drawing, element, lettering, shape } from "../shared/ui.js";
import { peak } from "./caption_score.js";
import { SIDE, box, named, paint } from "./scene.js";

const CELLS = 8; // the grid has so many rows, and so many columns
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

// `acts` are told what the reader does: place({x, y}), pick(k), move(k, x, y),
// remove(k). Gives {el, draw, weigh}.
export function sceneView(digits, acts) {
  const canvas = element("canvas", { width: SIDE, height: SIDE });
  canvas.setAttribute("aria-hidden", "true");
  const map = readingMap();
  const tiles = element("div", { class: "tiles", role: "group" });
  tiles.setAttribute("aria-label", "Things in the picture");
  const el = element("div", { class: "scene" }, canvas, map.el, tiles);
  let shown = [];
  let fixed = false;

  // Where the pointer is, in pixels of the picture.
  const spot = ({ clientX, clientY }) => {
    const { left, top, width } = canvas.getBoundingClientRect();
    const zoom = SIDE / width;
    return { x: (clientX - left) * zoom, y: (clientY - top) * zoom };
  };
  el.addEventListener("click", (event) => {
    if (!fixed && event.target === tiles) acts.place(spot(event));
  });

  function draw(things, selected, kept) {
    [shown, fixed] = [things, kept];
    el.toggleAttribute("data-fixed", fixed);
    show(canvas, paint(things, digits));
    while (tiles.children.length > things.length) tiles.lastChild.remove();
    while (tiles.children.length < things.length) {
      const k = tiles.children.length;
      tiles.append(tile(k, () => shown[k], spot, acts, () => fixed));
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
function tile(k, thing, spot, acts, fixed) {
  const button = element("button", { type: "button" });
  let grip = null; // from the thing's centre to where it was taken
  button.addEventListener("focus", () => acts.pick(k));
  button.addEventListener("click", () => acts.pick(k));
  button.addEventListener("pointerdown", (event) => {
    if (fixed()) return;
    const { x, y } = spot(event);
    grip = { x: x - thing().x, y: y - thing().y };
    button.setPointerCapture(event.pointerId);
    acts.pick(k);
  });
  button.addEventListener("pointermove", (event) => {
    if (!grip) return;
    const { x, y } = spot(event);
    acts.move(k, x - grip.x, y - grip.y);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    button.addEventListener(end, () => (grip = null));
  }
  button.addEventListener("keydown", (event) => {
    const far = event.shiftKey ? 8 : 1;
    const { x, y } = thing();
    const step = STEPS[event.key];
    if (step) acts.move(k, x + far * step[0], y + far * step[1]);
    else if (/^(Delete|Backspace)$/.test(event.key)) acts.remove(k);
    else return;
    event.preventDefault();
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
    const size = { x, y, width: step, height: step };
    return shape("rect", { ...size, class: "cell", opacity: 0 });
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
  const place = { x: left - 1, y: top - 1, rx: 1 };
  const size = { width: right - left + 2, height: bottom - top + 2 };
  return ["under", "wanted"].map((name) =>
    shape("rect", { ...place, ...size, class: name }),
  );
}

// The cell with the largest weight, and the numbers that can be read.
function ringed(weights) {
  const { x, y, step } = peak(weights);
  const corner = { x: x - step / 2, y: y - step / 2 };
  const size = { width: step, height: step };
  const numbers = [...weights.keys()]
    .filter((k) => weights[k] >= 0.1 || k === argmax(weights))
    .map((k) => {
      const left = step * ((k % CELLS) + 0.5);
      const top = step * (Math.floor(k / CELLS) + 0.5);
      const text = weights[k].toFixed(2).replace(/^0/, "");
      return lettering(left, top + 1, text, "middle", "weight");
    });
  return [shape("rect", { ...corner, ...size, class: "peak" }), ...numbers];
}
