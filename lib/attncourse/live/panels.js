// What the player shows of a frame: matrices, or a picture and what is read.

import { argmax } from "./shared/model.js";
import { inside, readingMap } from "./shared/reading_map.js";
import { drawing, lettering, rect, shape } from "./shared/ui.js";

export const WHOLE = 1000; // a weight of 1
const WIDE = 352; // pixels of a picture: a phone has them, so letters keep their size
const SIDE = { most: 30, least: 14 }; // pixels of a cell

// A matrix: {picture, show}, where show(weights) draws one frame.
export function matrix(state, outline) {
  const { rows, columns, labels } = state;
  const wide = (words) => 14 + 7 * Math.max(...words.map((w) => w.length));
  const upright = columns.every((word) => word.length < 4);
  const left = wide(rows) + 18;
  const top = (upright ? 22 : wide(columns)) + 18;
  const room = Math.floor((WIDE - left) / columns.length);
  const side = Math.min(SIDE.most, Math.max(SIDE.least, room));
  const [width, height] = [side * columns.length, side * rows.length];
  const cell = ([t, s], name) => rect(left + side * s, top + side * t, side, side, name);
  const cells = rows.flatMap((_, t) => columns.map((_, s) => cell([t, s], "cell")));
  const picture = drawing(left + width + 2, top + height + 2);
  picture.append(
    rect(left, top, width, height, "paper"),
    ...cells,
    ...words(rows, columns, labels, { left, top, side, upright }),
    ...outline.map((place) => cell(place, "outline")),
  );
  const show = (weights) =>
    weights.flat().forEach((a, k) =>
      cells[k].setAttribute("fill-opacity", a / WHOLE),
    );
  return { picture, show };
}

// A picture, the darker where less is read; the largest weight of all frames
// hides nothing.
export function scene({ rows, columns, image, boxes, steps }) {
  const side = Math.floor(WIDE / columns.length);
  const [width, height] = [side * columns.length, side * rows.length];
  const most = Math.max(...steps.flatMap(({ weights }) => weights.flat(2)));
  const map = readingMap(rows.length, columns.length, width, height);
  const sides = [width, height, width, height];
  const frames = boxes.map((box) => box.map((share, k) => share * sides[k]));
  const picture = drawing(width, height, { class: "scene" });
  const whole = { width, height, href: image, preserveAspectRatio: "none" };
  picture.append(shape("image", whole), map.el);
  return { picture, show: (weights) => map.show(weights.flat(), frames, most) };
}

// Where the largest weight is, in words.
export function told(weights, { rows, columns, boxes }) {
  const k = argmax(weights.flat());
  const [t, s] = [Math.floor(k / columns.length), k % columns.length];
  const text = `largest weight ${(weights[t][s] / WHOLE).toFixed(2)}`;
  const where = `${text} (row ${rows[t]}, column ${columns[s]})`;
  if (!boxes.length) return where;
  const centre = [(s + 0.5) / columns.length, (t + 0.5) / rows.length];
  const hit = boxes.some((box) => inside(centre, box));
  return `${text}, ${hit ? "inside" : "outside"} the frame`;
}

function words(rows, columns, { x, y }, { left, top, side, upright }) {
  const middle = [columns, rows].map(({ length }) => (side * length) / 2);
  const beside = lettering(0, 0, y);
  beside.setAttribute("transform", `translate(12 ${top + middle[1]}) rotate(-90)`);
  const across = columns.map((word, s) => {
    const text = lettering(0, 0, word, upright ? "middle" : "start");
    const place = `translate(${left + side * (s + 0.5)} ${top - 8})`;
    const turn = upright ? "" : " translate(4 0) rotate(-90)";
    text.setAttribute("transform", place + turn);
    return text;
  });
  const down = rows.map((word, t) =>
    lettering(left - 6, top + side * (t + 0.5) + 4, word, "end"),
  );
  return [lettering(left + middle[0], 12, x), beside, ...across, ...down];
}
