// The score figure: the decoder state s moves, an additive score sees it, a
// linear one does not. The model holds `memory`, the states h_i, `s`,
// `additive` {W_q, W_k, v} and `linear` {w_q, w_k}.

import { dot, softmax } from "../../live/shared/model.js";
import {
  axis, bar, block, choose, dragged, drawing, element, ending, frame, keep, para, path,
  report, ruled, segment, signed, slider, steady, stretched, trace,
} from "../../live/shared/ui.js";

const STATE = { min: -3, max: 3, step: 0.1 };
const NAMES = ["h₁", "h₂", "h₃"];
const TITLE = "The decoder state moves: which score sees it?";

const listed = (weights) => weights.map((a) => a.toFixed(3)).join(", ");
const vector = (x, digits) => `(${x.map((n) => signed(n, digits)).join(", ")})`;

// The sign of state i: a circle, a square, a triangle.
function sign(i, x, y, r) {
  const forms = [
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
    `M${x} ${y - 1.2 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}z`,
  ];
  return path(forms[i], "sign");
}

function named(i) {
  const mark = drawing(16, 16);
  mark.append(sign(i, 8, 8, 5.5));
  return element("span", { class: "state" }, mark, NAMES[i]);
}

// v . tanh(W_q s + W_k h). Bahdanau et al. 2015, appendix A.1.2.
const additiveScore = ({ W_q, W_k, v }, s, h) =>
  dot(v, v.map((_, a) => Math.tanh(dot(W_q[a], [s]) + dot(W_k[a], h))));

// w_q . s + w_k . h
const linearScore = ({ w_q, w_k }, s, h) => dot(w_q, [s]) + dot(w_k, h);

// Where the plot of the scores stands in a drawing of this width.
const plotBox = (width) => ({ left: 26, right: width - 8, top: 10, foot: 128 });

// Each score against s; where s stands, the signs of the states.
function drawScores(plot, box, score, memory, s) {
  const places = Array.from({ length: 61 }, (_, k) => STATE.min + k / 10);
  const curves = memory.map((h) => places.map((x) => score(x, h)));
  const low = 2 * Math.floor(Math.min(...curves.flat()) / 2);
  const high = 2 * Math.ceil(Math.max(...curves.flat()) / 2);
  const across = axis(STATE.min, STATE.max, box.left, box.right);
  const down = axis(low, high, box.foot, box.top);
  const ys = [low, (low + high) / 2, high].map((y) => [down(y), signed(y, 0)]);
  const xs = [-2, 0, 2].map((x) => [across(x), signed(x, 0)]);
  plot.replaceChildren(
    ...ruled(box, xs, ys, "decoder state s"),
    segment(across(s), box.top, across(s), box.foot, "here"),
    ...curves.map((curve, i) =>
      trace(
        curve.map((y, k) => [across(places[k]), down(y)]),
        `curve dash${i}`,
      ),
    ),
    ...memory.map((h, i) => sign(i, across(s), down(score(s, h)), 5.5)),
  );
}

// One of the two scores: its formula, what s adds to it,
// its three scores against s, their weights, and why they move or stand still.
function scorePanel({ kind, formula, added, score, why }, memory, model) {
  const plot = drawing(160, 168, { class: "plot" });
  const host = element("div", {}, plot);
  const adds = para("added");
  const rows = memory.map((_, i) => {
    const number = element("span", { class: "number" });
    const weight = element("span", { class: "value weight" });
    const share = bar();
    const row = block("entry", named(i), number, share.track, weight);
    return { row, number, weight, share };
  });
  let box = null;
  const drawn = stretched(host, plot, 168, (width) => {
    box = plotBox(width);
    drawScores(plot, box, score, memory, model.get("s"));
  });
  function update() {
    const s = model.get("s");
    const scores = memory.map((h) => score(s, h));
    const weights = softmax(scores);
    rows.forEach(({ number, weight, share }, i) => {
      number.textContent = signed(scores[i], 2);
      weight.textContent = weights[i].toFixed(3);
      share.show(weights[i]);
    });
    adds.replaceChildren(...added(s));
    drawn.redraw();
    return weights;
  }
  const across = () =>
    [box.left, box.top, box.right - box.left, box.foot - box.top];
  const { min, max } = STATE;
  const tenth = (x) => Math.round(10 * x) / 10;
  const move = (x) => choose(model, { s: tenth(min + x * (max - min)) });
  dragged(plot, across, move);
  const head = (text) => element("span", {}, text);
  const heads = block("entry heads", ...["", "score", "weight"].map(head));
  heads.setAttribute("aria-hidden", "true");
  const el = block(
    "panel",
    para("heading", `The ${kind} score`),
    para("formula", ...formula),
    adds,
    host,
    heads,
    ...rows.map(({ row }) => row),
    element("p", {}, why),
  );
  return { el, update, end: drawn.end };
}

const letter = (name, index) =>
  element("span", {}, name, element("sub", {}, index));

function bothScores({ W_q, W_k, v }, { w_q, w_k }) {
  const part = (role, ...content) =>
    element("span", { class: role }, ...content);
  const query = part("query", letter("W", "q"), " s");
  const key = part("key", letter("W", "k"), " ", letter("h", "i"));
  const moved = (s) => vector(W_q.map((row) => dot(row, [s])), 1);
  return [
    {
      kind: "additive",
      formula: ["v·tanh(", query, " + ", key, ")"],
      added: (s) => [letter("W", "q"), ` s = ${moved(s)}`],
      score: (s, h) => additiveScore({ W_q, W_k, v }, s, h),
      why: "s stands inside the tanh, beside each state: the weights move.",
    },
    {
      kind: "linear",
      formula: [
        ...[letter("w", "q"), "·s + ", letter("w", "k"), "·"],
        letter("h", "i"),
      ],
      added: (s) => [
        letter("w", "q"),
        `·s = ${signed(dot(w_q, [s]), 1)} in each`,
      ],
      score: (s, h) => linearScore({ w_q, w_k }, s, h),
      why: `s adds the same number to every score; the softmax cancels it: the
        weights stand still.`,
    },
  ];
}

function parameters({ W_q, W_k, v }, { w_q, w_k }) {
  const rows = (W) => `(${W.map((row) => vector(row, 0)).join(", ")})`;
  const numbers = vector(W_q.flat(), 0);
  return para(
    "note",
    ...["Here s is one number, ", letter("W", "q"), ` = ${numbers}, `],
    ...[letter("W", "k"), ` = ${rows(W_k)}, v = ${vector(v, 0)}, `],
    ...[letter("w", "q"), ` = ${signed(w_q[0], 0)} and `],
    ...[letter("w", "k"), ` = ${vector(w_k, 0)}.`],
  );
}

function render({ model, el }) {
  const given = [model.get("additive"), model.get("linear")];
  const panels = bothScores(...given).map((score) =>
    scorePanel(score, model.get("memory"), model),
  );
  const said = (s) => signed(s, 1);
  const set = (s) => choose(model, { s });
  const state = slider("Decoder state s", STATE, said, set);
  state.row.classList.add("decoder");
  const status = report();
  const told = (s, [sees, blind]) =>
    `s = ${said(s)}: additive weights ${listed(sees)}; ` +
    `linear weights ${listed(blind)}.`;
  function update() {
    const s = model.get("s");
    state.show(s);
    status.textContent = told(s, panels.map((part) => part.update()));
  }
  const both = block("panels", ...panels.map(({ el }) => el));
  const longest = told(-1, [[1, 1, 1], [1, 1, 1]]);
  const words = [steady(status, [longest]), parameters(...given)];
  const parts = [para("heading", TITLE), state.row, both, ...words];
  el.append(frame("score", "Scores that see the decoder state", ...parts));
  return ending(keep(model, ["s"], update), ...panels.map(({ end }) => end));
}

export default { render };
