// What a training looks like: the loss so far, and the weights of each head on one
// example.

import {
  axis, block, drawing, lettering, rect, ruled, segment, stretched, trace,
} from "../../live/shared/ui.js";

const MEAN = 5; // updates for one point of the curve
const HEIGHT = 220; // of the curve
const HIGHEST = 2; // the largest loss that is drawn
const SIDE = 140; // of the weights of a head
const STEP = 176; // from one head to the next
const EDGE = 20; // letters of the rows; those of the columns, and a title
const WIDE = EDGE + STEP + SIDE;

// Each point the mean of a few updates.
function points(losses, x, y) {
  const found = [];
  for (let k = 0; k + MEAN <= losses.length; k += MEAN) {
    const sum = losses.slice(k, k + MEAN).reduce((a, b) => a + b, 0);
    found.push([x(k + MEAN), y(Math.min(sum / MEAN, HIGHEST))]);
  }
  return found;
}

// The loss of this training, that of the one `before`, and what guessing costs.
// Up to `limit` updates have room. Gives {part, show, end}.
export function lossCurve(limit) {
  const plot = drawing(320, HEIGHT);
  const part = block("curve", plot);
  let drawn = { losses: [], before: [], guess: 1 };
  const { redraw, end } = stretched(part, plot, HEIGHT, (width) => {
    const box = { left: 34, right: width - 12, top: 12, foot: HEIGHT - 42 };
    const x = axis(0, limit, box.left, box.right);
    const y = axis(0, HIGHEST, box.foot, box.top);
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((n) => [x(n * limit), n * limit]);
    const levels = [0, 0.5, 1, 1.5, 2].map((loss) => [y(loss), loss.toFixed(1)]);
    const guess = y(drawn.guess);
    plot.replaceChildren(
      ...ruled(box, ticks, levels, "update"),
      segment(box.left, guess, box.right, guess, "guess"),
      lettering(box.right, guess - 5, "a guess", "end"),
    );
    const curves = { before: drawn.before, losses: drawn.losses };
    for (const [name, losses] of Object.entries(curves)) {
      if (losses.length >= MEAN) plot.append(trace(points(losses, x, y), name));
    }
  });
  const show = (now) => {
    drawn = now;
    redraw();
  };
  return { part, show, end };
}

// The weights of one head on `names`, at x and y: {parts, show}.
function headMap(h, names, outlines, causal, [left, top]) {
  const size = SIDE / names.length;
  const at = (n) => n * size;
  const cells = names.flatMap((_, t) =>
    names.map((_, s) => {
      const name = causal && s > t ? "future" : "cell";
      return rect(left + at(s), top + at(t), size, size, name);
    }),
  );
  const frames = outlines.map(([t, s, q]) =>
    rect(left + at(s) + 1, top + at(t) + 1, size - 2, size - 2, `wanted question-${q + 1}`),
  );
  const letters = names.flatMap((name, n) => [
    lettering(left - 9, top + at(n + 0.5) + 4, name),
    lettering(left + at(n + 0.5), top - 5, name),
  ]);
  const title = lettering(left + SIDE / 2, top - EDGE, `head ${h + 1}`, "middle", "title");
  const show = (weights) =>
    cells.forEach((cell, i) => cell.setAttribute("fill-opacity", weights[i].toFixed(3)));
  return { parts: [title, ...letters, ...cells, ...frames], show };
}

// All heads, two in a row. Gives {part, begin, show}: begin() is told the names,
// the cells [row, column, question] to outline, and whether the future is hidden.
export function headMaps() {
  const part = drawing(WIDE, STEP);
  let maps = [];
  const begin = ({ heads, names, outlines, causal }) => {
    const height = (EDGE + STEP) * Math.ceil(heads / 2);
    part.setAttribute("viewBox", `0 0 ${WIDE} ${height}`);
    part.setAttribute("height", height);
    maps = Array.from({ length: heads }, (_, h) => {
      const left = EDGE + STEP * (heads > 1 ? h % 2 : 0.5);
      const top = 2 * EDGE + (EDGE + STEP) * Math.floor(h / 2);
      return headMap(h, names, outlines, causal, [left, top]);
    });
    part.replaceChildren(...maps.flatMap((map) => map.parts));
  };
  const show = (heads) => maps.forEach((map, h) => map.show(heads[h]));
  return { part, begin, show };
}
