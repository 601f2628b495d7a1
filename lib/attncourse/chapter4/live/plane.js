// Drag a query among keys in the plane. Beside it scores, weights, and the
// output, the mean of the values under these weights. The model holds the
// query `q`, the keys `k` and the values `v` as [x, y], `score`,
// `temperature`, and `start`, what of these the reader changes.

import { argmax } from "../../live/shared/model.js";
import {
  action, bar, block, choose, chooser, drawing, element, frame, keep, para, report, signed,
  slider, steady, traits,
} from "../../live/shared/ui.js";
import { attend, bandwidth, evened } from "./plane_attention.js";
import { SMALL, drawValues, named, place, planeView } from "./plane_view.js";

const KINDS = ["dot", "gaussian"];
const CHANGED = ["q", "k", "score", "temperature"];
const EVEN = 2; // the length of keys that are equally long
const TITLE = "Drag the query q, or a key: weights and output follow";
const NOTE = `The weights are softmax(score / τ). Tap the plane to move q there;
  arrow keys move what has the focus by 0.1, with Shift by 0.5.`;

const SAID =
  "q (−4.0, −4.0) reads all alike, weight 0.200; " +
  "output (−1.00, −1.00); effective number of keys 1.00.";
const LONGEST = [
  "MM q in this part reads k₁ most. No part for k₁, k₂, k₃: another key " +
    "always reaches further.",
  "MM A key on this circle scores as k₁ does, one inside it more; " +
    "bandwidth h = 3.16.",
];

// Score and weight of one key, as numbers and as bars.
function entry(i) {
  const cell = (name) => element("span", { class: name });
  const [score, weight] = [cell("number score"), cell("number weight")];
  const [reach, share] = [bar("track middle"), bar()];
  const name = element("strong", {}, named("k", i));
  const row = block("entry", name, score, reach.track, share.track, weight);
  const show = (e, a, end, digits) => {
    score.textContent = signed(e, digits);
    weight.textContent = a.toFixed(3);
    const half = Math.abs(e) / end / 2;
    reach.show(half, e < 0 ? 0.5 - half : 0.5);
    share.show(a);
  };
  return { row, show };
}

// All keys; themes pad what is in a class "table", bars too. `end`, where the
// bars of the scores end, is 10, 100, 1000 ...
function table(count) {
  const rows = Array.from({ length: count }, (_, i) => entry(i));
  const [score, range] = [element("span"), element("span")];
  const left = element("span", { class: "apart" }, score, range);
  const right = element("span", {}, "weight");
  const heads = block("entry heads", left, right);
  const el = block("entries", heads, ...rows.map(({ row }) => row));
  const show = (formula, scores, weights) => {
    const most = Math.max(...scores.map(Math.abs));
    const power = Math.max(1, Math.ceil(Math.log10(most || 1)));
    rows.forEach(({ show }, i) =>
      show(scores[i], weights[i], 10 ** power, Math.max(0, 3 - power)),
    );
    score.textContent = formula;
    range.textContent = `±${10 ** power}`;
  };
  return { el, show };
}

function formula({ score }) {
  return `score ${score === "dot" ? "q·k" : "−½|q − k|²"} / √2`;
}

function told({ q }, { weights, output, read }) {
  const best = argmax(weights);
  const even = Math.min(...weights) > weights[best] - 1e-12;
  const whom = even ? "all alike" : `${named("k", best)} most`;
  return (
    `q ${place(q)} reads ${whom}, weight ${weights[best].toFixed(3)}; ` +
    `output ${place(output, 2)}; ` +
    `effective number of keys ${read.toFixed(2)}.`
  );
}

// What the shaded part and the broken line say.
function explained(state, best, wins) {
  const winner = named("k", best);
  if (state.score === "gaussian") {
    const h = bandwidth(state).toFixed(2);
    return [
      `q in this part is nearest to ${winner}, and reads it most.`,
      `A key on this circle scores as ${winner} does, one inside it more; ` +
        `bandwidth h = ${h}.`,
    ];
  }
  const losers = [...wins.keys()].filter((i) => !wins[i]);
  const names = losers.map((i) => named("k", i)).join(", ");
  const rest = names
    ? `No part for ${names}: another key always reaches further.`
    : "Each key has such a part.";
  return [
    `q in this part reads ${winner} most. ${rest}`,
    `A key on this line scores as ${winner} does, one beyond it more.`,
  ];
}

// Both signs with what they say. Gives {el, show}.
function legend() {
  const texts = [element("span"), element("span")];
  const parts = texts.map((text, n) => {
    const look = { class: n ? "swatch broken" : "swatch", "aria-hidden": "true" };
    const words = para("legend", element("span", look), text);
    return steady(words, [LONGEST[n]]);
  });
  const show = (said) => texts.forEach((t, n) => (t.textContent = said[n]));
  return { el: element("div", {}, ...parts), show };
}

function controls(model) {
  const kinds = chooser(model, "score", KINDS, "Score", ["dot product", "Gaussian"]);
  const heat = (x) => Number((10 ** x).toPrecision(2));
  const temperature = slider(
    "Temperature τ",
    { min: -1, max: 1, step: 0.05 },
    (x) => heat(x).toFixed(2),
    (x) => choose(model, { temperature: heat(x) }),
  );
  const even = action("make keys equally long", () =>
    choose(model, { k: evened(model.get("k"), EVEN) }));
  const reset = action("reset", () => choose(model, model.get("start")));
  const update = () => {
    kinds.show();
    temperature.show(Math.log10(model.get("temperature")));
  };
  const above = block("panels", kinds.group, temperature.row);
  const below = block("words", even, reset);
  return { above, below, update };
}

// The values with the output, and the effective number of keys.
function mixture(values) {
  const plane = drawing(SMALL.side, SMALL.side, { class: "values" });
  const count = element("strong");
  const parts = ["effective number of keys", count, "(exp of the entropy)"];
  const el = block("apart mixed", plane, para("readout", ...parts));
  const show = ({ weights, output, read }) => {
    drawValues(plane, values, weights, output);
    count.textContent = read.toFixed(2);
  };
  return { el, show };
}

function render({ model, el }) {
  const v = model.get("v");
  const read = () => traits(model, CHANGED);
  const view = planeView(v.length, read, (change) => choose(model, change));
  const [numbers, mixed] = [table(v.length), mixture(v)];
  const { above, below, ...chosen } = controls(model);
  const status = report();
  const signs = legend();
  function update() {
    const state = { ...read(), v };
    const found = attend(state);
    chosen.update();
    const wins = view.draw(found.weights);
    numbers.show(formula(state), found.scores, found.weights);
    mixed.show(found);
    status.textContent = told(state, found);
    signs.show(explained(state, argmax(found.weights), wins));
  }
  const effects = block("effects", numbers.el, mixed.el);
  const both = block("panels", view.el, effects);
  const words = [signs.el, steady(status, [SAID]), para("note", NOTE)];
  const parts = [para("heading", TITLE), above, both, below, ...words];
  el.append(frame("plane", "A query among keys in the plane", ...parts));
  return keep(model, CHANGED, update);
}

export default { render };
