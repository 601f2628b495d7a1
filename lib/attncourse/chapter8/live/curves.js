// BLEU over the number of pairs, on a logarithmic axis.

import {
  axis, block, circle, drawing, lettering, rect, ruled, segment, stretched, trace,
} from "../../live/shared/ui.js";

const HIGH = { top: 24, foot: 150, whole: 190 };
export const grouped = (n) => n.toLocaleString("en");

// The mark of way w: a square, a disc.
const spot = (w, x, y, name) =>
  w ? circle(x, y, 5, name) : rect(x - 4.5, y - 4.5, 9, 9, name);

// The line and the mark of way w, for a heading.
export function sign(w) {
  const key = drawing(34, 14, { class: "key" });
  key.append(trace([[0, 7], [34, 7]], `curve way-${w}`), spot(w, 17, 7, `way-${w} spot`));
  return key;
}

// The axes of a plot of this width, from pixels to pairs and BLEU: {x, y, grid}.
function axes(width, counts, best) {
  const box = { left: 28, right: width - 8, ...HIGH };
  const [low, high] = [counts[0], counts.at(-1)].map(Math.log10);
  const across = axis(low, Math.max(high, low + 0.1), box.left + 12, box.right - 12);
  const x = (n) => across(Math.log10(n));
  const tens = Math.max(Math.ceil(best / 10), 1);
  const y = axis(0, 10 * tens, box.foot, box.top);
  const powers = [...Array(7).keys()].map((k) => 10 ** k);
  const xs = powers.filter((n) => n >= counts[0] && n <= counts.at(-1));
  const ys = [...Array(tens + 1).keys()].map((k) => 10 * k);
  const grid = ruled(
    box,
    xs.map((n) => [x(n), grouped(n)]),
    ys.map((bleu) => [y(bleu), bleu]),
    "translated pairs",
  );
  return { x, y, grid: [...grid, lettering(0, 12, "BLEU", "start")] };
}

// {host, show, end}, where show(k) lights count k.
export function curves(ways, counts) {
  const plot = drawing(340, HIGH.whole);
  const host = block("plot", plot);
  const best = Math.max(...ways.flatMap(({ runs }) => runs.map((run) => run?.bleu ?? 0)));
  let lit = 0;
  function draw(width) {
    const { x, y, grid } = axes(width, counts, best);
    const here = x(counts[lit]);
    const found = ways.map(({ runs }) =>
      runs.flatMap((run, k) => (run ? [[x(counts[k]), y(run.bleu), k]] : [])),
    );
    const shared = ([, , k]) => ways.every(({ runs }) => runs[k]); // what is joined
    plot.replaceChildren(
      ...grid,
      segment(here, HIGH.top, here, HIGH.foot, "cursor"),
      ...found.map((points, w) => trace(points.filter(shared), `curve way-${w}`)),
      ...found.flatMap((points, w) =>
        points.map(([a, b, k]) => spot(w, a, b, `way-${w} spot${k === lit ? " now" : ""}`)),
      ),
    );
  }
  const { redraw, end } = stretched(host, plot, HIGH.whole, draw);
  const show = (k) => {
    lit = k;
    redraw();
  };
  return { host, show, end };
}
