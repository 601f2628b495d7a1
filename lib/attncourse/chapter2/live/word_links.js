// What the alignment explorer says and draws of one word: the sentence, and the
// heat map. An example is {source, target, weights}; `side` and `word` are the
// word that stands out.

import { lettering, rect } from "../../live/shared/ui.js";

export const SIDES = ["source", "target"];
export const FRAME = 72; // pixels above a heat map, for its words

// The weights that a word of one side has with each word of the other.
export const shares = ({ weights }, side, word) =>
  side === "target" ? weights[word] : weights.map((row) => row[word]);

// Is the cell of target word t and source word i in the lit row or column?
export const crosses = (side, word) =>
  side === "target" ? (t) => t === word : (t, i) => i === word;

// The sentence that says in words what the lines show.
export function summary(example, side, word) {
  const name = (where, k) => `“${example[where][k]}”`;
  const there = side === "source" ? "target" : "source";
  const weights = shares(example, side, word);
  const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a]);
  const part = (k) => [name(there, k), weights[k].toFixed(3)];
  const [[first, weight], second] = order.slice(0, 2).map(part);
  const next = second ? `; then ${second.join(", ")}` : "";
  return side === "target"
    ? `${name(side, word)} reads ${first} most: weight ${weight}${next}.`
    : `${name(side, word)} is read most by ${first}: weight ${weight}${next}.`;
}

// The words of a heat map, and where its cells begin and how large they are.
function heatWords({ source, target }, lit, width, height) {
  const [left, top] = [width < 480 ? 84 : 110, FRAME];
  const wide = Math.min(40, (width - left - 30) / source.length);
  const high = (height - top) / target.length;
  const look = (on) => (on ? "lit" : "");
  // Words of a long sentence would overlap: every second, or third, is shown.
  const step = Math.ceil(11 / wide);
  const chosen = source.findIndex((_, i) => lit(-1, i));
  const free = (i) => chosen < 0 || Math.abs(i - chosen) >= step;
  const along = source.map((text, i) => {
    if (i !== chosen && (i % step || !free(i))) return "";
    const label = lettering(0, 0, text, "start", look(lit(-1, i)));
    const [x, y] = [left + (i + 0.6) * wide, top - 5];
    label.setAttribute("transform", `translate(${x} ${y}) rotate(-60)`);
    return label;
  });
  const down = target.map((text, t) => {
    const y = top + (t + 0.5) * high + 4;
    return lettering(left - 6, y, text, "end", look(lit(t, -1)));
  });
  return { left, top, wide, high, labels: [...along, ...down] };
}

// The heat map, empty for 0 and full for 1, in `width` times `height` pixels;
// gives where its rows are.
export function drawHeat(heat, example, side, word, [width, height]) {
  heat.setAttribute("viewBox", `0 0 ${width} ${height + 4}`);
  heat.setAttribute("width", width);
  heat.setAttribute("height", height + 4);
  const place = heatWords(example, crosses(side, word), width, height);
  const { left, top, wide, high, labels } = place;
  const cells = example.weights.flatMap((row, t) =>
    row.map((weight, i) => {
      const cell = rect(left + i * wide, top + t * high, wide, high, "cell");
      cell.setAttribute("fill-opacity", weight.toFixed(3));
      return cell;
    }),
  );
  const across = wide * example.source.length;
  const down = high * example.target.length;
  // Around the cells, so that none is hidden.
  const lit =
    side === "target"
      ? [left - 3, top + word * high - 3, across + 6, high + 6]
      : [left + word * wide - 3, top - 3, wide + 6, down + 6];
  heat.replaceChildren(
    ...labels,
    rect(left, top, across, down, "edge"),
    ...cells,
    rect(...lit, "light casing"),
    rect(...lit, `light ${side}`),
  );
  return { top, high };
}
