// What attention reads of a picture: the less weight a part has, the darker it
// is; boxes are framed, and the largest weight has a ring.

import { argmax } from "./model.js";
import { rect, shape } from "./ui.js";

const DARK = 0.62; // how much of a picture a weight of 0 hides

// Of a grid of rows and columns over a picture. Gives {el, show, at}: at(k) is
// the place of part k, counted row by row, and show(weights, boxes, most) darkens all
// parts but those with the weight `most`; null hides nothing.
export function readingMap(rows, columns, width, height) {
  const [wide, high] = [width / columns, height / rows];
  const at = (k) => [wide * (k % columns), high * Math.floor(k / columns)];
  const part = (k, name) => rect(...at(k), wide, high, name);
  const cells = Array.from({ length: rows * columns }, (_, k) => part(k, "cell"));
  const signs = shape("g");
  const el = shape("g", { class: "map" }, ...cells, signs);

  function show(weights, boxes, most = Math.max(...(weights ?? [1]))) {
    cells.forEach((cell, k) => {
      const dark = weights ? DARK * (1 - weights[k] / most) : 0;
      cell.setAttribute("fill-opacity", dark.toFixed(3));
    });
    const ring = weights ? [part(argmax(weights), "peak")] : [];
    signs.replaceChildren(...boxes.flatMap(framed), ...ring);
  }

  return { el, show, at };
}

function framed([left, top, right, foot]) {
  const frame = (name) => rect(left, top, right - left, foot - top, name);
  return [frame("under"), frame("wanted")];
}

export function inside([x, y], [left, top, right, foot]) {
  return left <= x && x < right && top <= y && y < foot;
}
