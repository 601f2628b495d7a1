// The score figure. First part: three scores, the weights that the softmax
// makes of them, and the context, the mean of the states under these weights.
// The second part stands in score_by_state.js. The model holds `memory`,
// `scores`, `start`, `s`, `additive` {W_q, W_k, v} and `linear` {w_q, w_k}.

import { dot, softmax } from "../shared/model.js";
import {
  action, axis, choose, drawing, element, follow, frame, lettering, ruled,
  segment, shape, signed, slider, steady, trace,
} from "../shared/ui.js";
import { scoreByState } from "./score_by_state.js";
import {
  NAMES, listed, named, round, sign, vector, weightBar,
} from "./score_parts.js";

const SPAN = [-4, 6]; // of a score's slider, before anything is added
const FAR = 20; // scores farther apart are not doubled
const HIGH = 900; // to scores above nothing is added
const PLANE = { left: 34, right: 274, top: 10, foot: 250 };

const mean = (weights, memory) =>
  [0, 1].map((m) => dot(weights, memory.map((h) => h[m])));

// The window of the sliders that holds all scores: moved by hundreds, and as
// often twice as wide as it takes.
function span(scores) {
  const base = 100 * Math.round(dot(scores, [1, 1, 1]) / 300);
  const ends = (zoom) => SPAN.map((end) => base + zoom * end);
  let zoom = 1;
  while (!inside(scores, ends(zoom))) zoom *= 2;
  return ends(zoom);
}

function inside(scores, [low, high]) {
  return scores.every((score) => low <= score && score <= high);
}

// The states in the plane, and the context inside their triangle.
function drawPlane(plane, memory, weights) {
  const { left, right, top, foot } = PLANE;
  const numbers = [0, ...memory.flat()];
  const low = Math.min(...numbers) - 0.2;
  const high = Math.max(...numbers) + 0.2;
  const across = axis(low, high, left, right);
  const down = axis(low, high, foot, top);
  const place = ([x, y]) => [across(x), down(y)];
  const whole = [];
  for (let n = Math.ceil(low); n <= high; n += 1) whole.push(n);
  const xs = whole.map((n) => [across(n), signed(n, 0)]);
  const ys = whole.map((n) => [down(n), signed(n, 0)]);
  const states = memory.map(place);
  const [origin, c] = [place([0, 0]), place(mean(weights, memory))];
  const pulls = states.map((state, i) => {
    const pull = segment(...state, ...c, "pull");
    pull.setAttribute("stroke-width", 14 * weights[i]);
    return pull;
  });
  const outward = ([x]) => (x > (left + right) / 2 ? 20 : -18);
  plane.replaceChildren(
    ...ruled(PLANE, xs, ys, ""),
    trace([...states, states[0]], "hull"),
    ...pulls,
    segment(...origin, ...c, "context casing"),
    segment(...origin, ...c, "context"),
    ...states.map(([x, y], i) => sign(i, x, y, 7)),
    ...states.map(([x, y], i) =>
      lettering(x + outward([x]), y - 9, NAMES[i], "middle", "number"),
    ),
    shape("path", { d: `M${c[0]} ${c[1] - 9}l9 9l-9 9l-9-9z`, class: "mean" }),
    lettering(c[0], c[1] + 26, "c", "middle", "number"),
  );
}

function firstPart(model) {
  const [memory, start] = [model.get("memory"), model.get("start")];
  let ends = SPAN;
  const change = (act) =>
    choose(model, { scores: model.get("scores").map(act).map(round) });
  const rows = memory.map((h, i) => {
    const move = (score) => change((old, k) => (k === i ? score : old));
    const label = element("span", {}, "score of ", named(i));
    const said = (score) => signed(score, 1);
    const control = slider(label, { step: 0.1 }, said, move);
    const bar = weightBar();
    const name = element("span", { class: "name" }, "weight", bar.number);
    const weight = element("div", { class: "weighed" }, name, bar.track);
    const row = element("div", { class: "pair" }, control.row, weight);
    return { control, bar, row };
  });
  const buttons = [
    action("add 100 to all", () => change((score) => score + 100)),
    action("double all", () => change((score) => 2 * score)),
    action("reset", () => {
      ends = SPAN;
      change((_, k) => start[k]);
    }),
  ];
  const plane = drawing(290, 274, { class: "plane" });
  const status = element("p", { role: "status" });
  const told = (scores, weights, c) =>
    `Scores ${scores.map((e) => signed(e, 1)).join(", ")}: ` +
    `weights ${listed(weights)}, c = ${vector(c, 3)}.`;
  function update() {
    const scores = model.get("scores");
    const weights = softmax(scores);
    if (!inside(scores, ends)) ends = span(scores);
    rows.forEach(({ control, bar }, i) => {
      [control.input.min, control.input.max] = ends;
      control.show(scores[i]);
      bar.show(weights[i]);
    });
    buttons[0].disabled = Math.max(...scores) > HIGH;
    buttons[1].disabled = Math.max(...scores) - Math.min(...scores) > FAR;
    drawPlane(plane, memory, weights);
    status.textContent = told(scores, weights, mean(weights, memory));
  }
  update();
  const left = element("div", { class: "scores" });
  left.append(...rows.map(({ row }) => row));
  left.append(element("div", { class: "words" }, ...buttons));
  const longest = told([-90, -90, -90], [1, 1, 1], [-1, -1]);
  const both = element("div", { class: "first" }, left, plane);
  return { parts: [both, steady(status, [longest])], update };
}

function render({ model, el }) {
  const [first, second] = [firstPart(model), scoreByState(model)];
  const heading = (text) => element("p", { class: "heading" }, text);
  const name = "Scores, weights and context";
  const above = heading("Scores become weights; weights mix the states");
  const below = heading("The decoder state moves: which score sees it?");
  const parts = [above, ...first.parts, below, ...second.parts];
  el.append(frame("score", name, ...parts));
  below.classList.add("second");
  const end = follow(model, { scores: first.update, s: second.update });
  return () => {
    end();
    second.end();
  };
}

export default { render };
