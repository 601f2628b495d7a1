// Layers of attention on top of each other: how alike the words of a sentence
// become, and what such a stack learns. The model holds `words`, `nothing`, a
// row of `choices` for each setting of the three switches, and `depth`.

import {
  axis, block, choose, circle, drawing, frame, keep, lettering, panel, para, rect, report,
  ruled, segment, slider, steady, toggle, trace, traits, within,
} from "../../live/shared/ui.js";

const PARTS = { residual: "residual", normalisation: "normalisation", feed_forward: "feed-forward" };
const STATE = ["depth", ...Object.keys(PARTS)];
const FAN = { x: 66, y: 186, r: 160, words: 250, step: 22 };
const MAP = { left: 66, top: 66, side: 22 };
const PLOT = { left: 46, right: 326, top: 14, foot: 150 };
const across = axis(0, 1, PLOT.left, PLOT.right);

// The angle between words i and j, among those of 0 and 1, 0 and 2, ...,
// in radians.
function between(angles, n, i, j) {
  if (i === j) return 0;
  const [a, b] = [Math.min(i, j), Math.max(i, j)];
  return (Math.PI / 180) * angles[a * n - (a * (a + 1)) / 2 + b - a - 1];
}

// Each word as an arrow, at its angle to the first word.
function drawFan(fan, words, angles) {
  const { x, y, r } = FAN;
  const found = words.map((word, k) => {
    const angle = between(angles, words.length, 0, k);
    return { word, angle, tip: [x + r * Math.cos(angle), y - r * Math.sin(angle)] };
  });
  found.sort((a, b) => a.angle - b.angle);
  fan.replaceChildren(
    ...found.flatMap(({ word, angle, tip }, k) => {
      const level = y - FAN.step * k;
      const head = [[-11, -4], [0, 0], [-11, 4]].map(([a, b]) => [
        tip[0] + a * Math.cos(angle) + b * Math.sin(angle),
        tip[1] - a * Math.sin(angle) + b * Math.cos(angle),
      ]);
      return [
        segment(tip[0] + 4, tip[1], FAN.words - 4, level, "lead"),
        trace([[x, y], tip], "arrow"),
        trace(head, "arrow"),
        lettering(FAN.words, level + 4, word, "start"),
      ];
    }),
  );
}

// The cosine of each two words: {picture, show}.
function heat(words) {
  const { left, top, side } = MAP;
  const wide = side * words.length;
  const at = words.flatMap((_, i) => words.map((_, j) => [i, j]));
  const cells = at.map(([i, j]) => rect(left + side * j, top + side * i, side, side, "cell"));
  const names = words.flatMap((word, k) => {
    const above = lettering(0, 0, word, "start");
    const place = `translate(${left + side * (k + 0.5) + 4} ${top - 6}) rotate(-90)`;
    above.setAttribute("transform", place);
    return [lettering(left - 6, top + side * (k + 0.5) + 4, word, "end"), above];
  });
  const picture = drawing(left + wide + 2, top + wide + 2);
  picture.append(rect(left, top, wide, wide, "edge"), ...cells, ...names);
  const show = (angles) =>
    at.forEach(([i, j], k) => {
      const cosine = Math.cos(between(angles, words.length, i, j));
      cells[k].setAttribute("fill-opacity", Math.max(cosine, 0).toFixed(3));
    });
  return { picture, show };
}

// Curves of [depth, y] over the depth; the last is this choice's, with a spot.
function drawCurves(plot, last, top, curves, depth, more = []) {
  const x = (n) => across(n / last);
  const up = axis(0, top, PLOT.foot, PLOT.top);
  const points = (curve) => curve.map(([n, y]) => [x(n), up(Math.min(y, top))]);
  const now = curves.at(-1)[1].find(([n]) => n === depth);
  const counts = [0, 2, 4, 6, 8, 10].filter((n) => n <= last);
  const levels = (top > 1 ? [0, 1, 2] : [0, 0.5, 1]).map((y) => [up(y), y]);
  plot.replaceChildren(
    ...ruled(PLOT, counts.map((n) => [x(n), n]), levels, "layers"),
    segment(x(depth), PLOT.top, x(depth), PLOT.foot, "cursor"),
    ...more.flatMap(([y, text]) => [
      segment(PLOT.left, up(y), PLOT.right, up(y), "nothing"),
      lettering(PLOT.right - 12, up(y) - 6, text, "end"),
    ]),
    ...curves.map(([name, curve]) => trace(points(curve), name)),
    ...points(curves.at(-1)[1]).map(([a, b]) => circle(a, b, 3, "run")),
    ...(now ? points([now]).map(([a, b]) => circle(a, b, 6, "spot")) : []),
  );
}

function told(choice, depth, nothing, count) {
  const parts = Object.keys(PARTS).filter((name) => choice[name]).map((name) => PARTS[name]);
  const what = parts.length ? `attention with ${parts.join(", ")}` : "attention alone";
  const layers = `${depth} layer${depth === 1 ? "" : "s"} of ${what}`;
  const loss = choice.losses.find(([n]) => n === depth)?.[1];
  const learned =
    loss === undefined
      ? "No stack of this depth was trained."
      : `Trained, such a stack has a loss of ${loss.toFixed(2)}; ` +
        `knowing nothing costs log ${count} = ${nothing.toFixed(2)}.`;
  return `${layers}: mean cosine ${choice.cosine[depth].toFixed(3)}. ${learned}`;
}

function render({ model, el }) {
  const { words, choices, nothing } = traits(model, ["words", "choices", "nothing"]);
  const last = choices[0].cosine.length - 1;
  const names = Object.keys(PARTS);
  const depth = slider("Layers", { min: 0, max: last }, String, (n) => choose(model, { depth: n }));
  const switches = names.map((name) => toggle(model, name, PARTS[name]));
  const [fan, map, status] = [drawing(340, 210), heat(words), report()];
  const plots = [1, 2].map(() => drawing(340, 190));
  const alone = choices.find((one) => names.every((name) => !one[name]));
  const longest = told({ ...choices.at(-1), losses: [[last, 0]] }, last, nothing, words.length);
  function update() {
    const state = traits(model, STATE);
    const n = within(state.depth, last + 1);
    const one = choices.find((each) => names.every((name) => each[name] === state[name]));
    depth.show(n);
    switches.forEach(({ show }) => show());
    drawFan(fan, words, one.angles[n]);
    map.show(one.angles[n]);
    const cosines = [["other", alone], ["curve", one]].map(([k, c]) => [k, [...c.cosine.entries()]]);
    drawCurves(plots[0], last, 1, cosines, n);
    const losses = [["other", alone.losses], ["curve", one.losses]];
    const line = [nothing, `log ${words.length}: knows nothing`];
    drawCurves(plots[1], last, 1.25 * nothing, losses, n, [line]);
    status.textContent = told(one, n, nothing, words.length);
  }
  const panels = [
    panel("The angle of each word to the first one", fan),
    panel("Cosine of each two words", map.picture),
    panel("Mean cosine, before any training", plots[0]),
    panel("Loss after a short training", plots[1]),
  ];
  const above = block("words", ...switches.map(({ button }) => button));
  const key = para("note", "━ this stack, ┅ attention alone");
  const parts = [depth.row, above, steady(status, [longest]), block("panels", ...panels), key];
  el.append(frame("depth", "Layers of attention, one on top of the other", ...parts));
  return keep(model, STATE, update);
}

export default { render };
