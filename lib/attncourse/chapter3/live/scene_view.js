// A scene to look at and to change: the picture, over it what attention reads,
// and on top the things, each a button that can be dragged.

import { argmax } from "../../live/shared/model.js";
import { readingMap } from "../../live/shared/reading_map.js";
import {
  block, drawing, element, lettering, movable, shape, together,
} from "../../live/shared/ui.js";
import { SIDE, box, named, paint } from "./scene.js";

const CELLS = 8; // the grid has so many rows, and so many columns
// `acts` are told what the reader does: place(x, y), pick(k), move(k, x, y),
// remove(k). Gives {el, draw, weigh}.
export function sceneView(digits, acts) {
  const canvas = element("canvas", { width: SIDE, height: SIDE });
  canvas.setAttribute("aria-hidden", "true");
  const map = numberedMap();
  const tiles = together("tiles", "Things in the picture");
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

// What attention reads for one word, with the numbers that can be read.
function numberedMap() {
  const map = readingMap(CELLS, CELLS, SIDE, SIDE);
  const numbers = shape("g");
  const el = drawing(SIDE, SIDE, { class: "over" });
  el.append(map.el, numbers);
  const middle = SIDE / CELLS / 2;
  const number = (weight, k) => {
    const [x, y] = map.at(k).map((z) => z + middle);
    const text = weight.toFixed(2).replace(/^0/, "");
    return lettering(x, y + 1, text, "middle", "weight");
  };

  // `wanted` is the box of the thing that the word should name; null for none.
  function weigh(weights, wanted) {
    const around = wanted?.map((z, m) => (m < 2 ? z - 1 : z + 1));
    map.show(weights, around ? [around] : []);
    const most = weights && argmax(weights);
    const read = [...(weights ?? [])].flatMap((weight, k) =>
      weight >= 0.1 || k === most ? [number(weight, k)] : [],
    );
    numbers.replaceChildren(...read);
  }

  return { el, weigh };
}
