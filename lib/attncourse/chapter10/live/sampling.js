// Sampling as darts: the next tokens after each text lie on a strip, side by side,
// each as wide as it is probable. What lies right of the edge is cut away. The model
// holds the `strips` (text, pieces, scores: log10 of the probabilities, largest
// first) and the choices `cut`, `temperature`, `top_p`, `top_k`.

import { softmax } from "../../live/shared/model.js";
import { cut, drawn } from "../../live/shared/next_token.js";
import {
  action, axis, block, choose, chooser, dragged, drawing, ending, follow, frame, labelled,
  lettering, para, rect, segment, slider, stretched, traits,
} from "../../live/shared/ui.js";

const TALL = 46; // pixels of a strip
const LETTER = 8; // pixels of a letter
const DARTS = 10;
const CHOICES = ["cut", "temperature", "top_p", "top_k"];

// The edge of the cut as it is asked of `cut`: by probability, or by number.
const edge = ({ cut: kind, temperature, top_p, top_k }) =>
  kind ? { temperature, top_k, top_p: 1 } : { temperature, top_k: 0, top_p };

// The probabilities at a temperature, and the share that is left after the cut.
function cutUp({ scores }, choices) {
  const logits = Float64Array.from(scores, (score) => score * Math.LN10);
  const { temperature } = choices;
  const p = temperature ? softmax(logits.map((x) => x / temperature)) : logits.map((_, k) => +!k);
  const { left, q } = cut(logits, edge(choices), [...p.keys()]);
  return { p, left, q, share: Math.min(left.reduce((sum, k) => sum + p[k], 0), 1) };
}

// A strip, its words and its darts; `moved` is told a share from 0 to 1, and the
// number of tokens up to there.
function strip(made, moved) {
  const plot = drawing(100, TALL, { class: "strip" });
  const host = block("host", plot);
  const [words, hits] = [para("note"), para("hits")];
  const el = block("one", para("heading", `${made.text} …`), host, words, hits);
  let [found, darts, wide] = [null, [], 100];

  function draw(width) {
    wide = width;
    const x = axis(0, 1, 0, width);
    const { p, left, share } = found;
    const shapes = [];
    let sum = 0;
    for (let k = 0; k < p.length && x(1) - x(sum) > 1; k++) {
      const [from, size] = [x(sum), x(sum + p[k]) - x(sum)];
      const kind = k < left.length ? "kept" : "gone";
      if (size > 1) shapes.push(rect(from, 0, Math.max(size - 1, 0.5), TALL, kind));
      const piece = size > 1 && made.pieces[k];
      if (piece && piece.length * LETTER + 6 < size) shapes.push(lettering(from + size / 2, TALL / 2 + 1, piece));
      sum += p[k];
    }
    shapes.unshift(rect(x(0), 0, x(share), TALL, "tail"), rect(x(share), 0, x(1) - x(share), TALL, "gone"));
    shapes.push(segment(x(share), -4, x(share), TALL + 4, "edge"));
    shapes.push(...darts.map((at) => segment(x(at), TALL - 12, x(at), TALL + 4, "dart")));
    plot.replaceChildren(...shapes);
  }

  const { redraw, end } = stretched(host, plot, TALL, draw);
  dragged(plot, () => [0, 0, wide, TALL], (share) => {
    let [sum, count] = [0, 0];
    while (count < found.p.length && sum < share) sum += found.p[count++];
    moved(share, Math.max(count, 1));
  });

  function show(choices) {
    found = cutUp(made, choices);
    darts = [];
    hits.textContent = "\u00a0";
    const { left, share, p } = found;
    words.textContent = `${left.length.toLocaleString("en")} of ${p.length.toLocaleString("en")} ` +
      `tokens ${left.length === 1 ? "is" : "are"} left, with ${(100 * share).toFixed(0)}% of the probability.`;
    redraw();
  }

  // Each dart hits what is left, wherever it may.
  function shoot() {
    const counts = new Map();
    darts = Array.from({ length: DARTS }, () => {
      const number = Math.random();
      const token = drawn(found, number);
      const piece = made.pieces[token] ?? "a rarer one";
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
      return number * found.share;
    });
    const said = [...counts].map(([piece, n]) => (n > 1 ? `${piece} ×${n}` : piece));
    hits.textContent = `Hit: ${said.join(", ")}.`;
    redraw();
  }

  return { el, show, shoot, end };
}

// A slider over the numbers 1 .. most, whose steps grow with them.
const STEPS = 100;
const numberAt = (step, most) => Math.round(most ** (step / STEPS));
const stepAt = (number, most) => (STEPS * Math.log(number)) / Math.log(most);

function sliders(model, most) {
  const set = (name) => (value) => choose(model, { [name]: value });
  const heat = slider("temperature", { min: 0, max: 2, step: 0.1 }, (x) => x.toFixed(1), set("temperature"));
  const top = slider("top-p", { min: 0.05, max: 1, step: 0.05 }, (x) => x.toFixed(2), set("top_p"));
  const count = slider(
    "top-k", { min: 0, max: STEPS, step: 1 },
    (step) => numberAt(step, most).toLocaleString("en"),
    (step) => choose(model, { top_k: numberAt(step, most) }),
  );
  function show({ cut: kind, temperature, top_p, top_k }) {
    heat.show(temperature);
    top.show(top_p);
    count.show(stepAt(top_k, most));
    [top.row.hidden, count.row.hidden] = [kind === 1, kind === 0];
  }
  return { rows: [heat.row, top.row, count.row], show };
}

function render({ model, el }) {
  const made = model.get("strips");
  const most = made[0].scores.length;
  const near = (x) => Math.min(Math.max(Math.round(20 * x) / 20, 0.05), 1);
  const moved = (share, count) =>
    choose(model, model.get("cut") ? { top_k: count } : { top_p: near(share) });
  const kinds = chooser(model, "cut", [0, 1], "cut", ["top-p", "top-k"]);
  const { rows, show: showSliders } = sliders(model, most);
  const strips = made.map((one) => strip(one, moved));
  const throwAll = action(`Throw ${DARTS} darts`, () => strips.forEach(({ shoot }) => shoot()));
  el.append(
    frame(
      "sampling", "Sampling the next token",
      block("knobs", labelled("cut by ", kinds.group), ...rows),
      ...strips.map((one) => one.el),
      block("line", throwAll),
      para("note", "Drag the edge in a strip, or a slider. Darts fall evenly on what is left."),
    ),
  );
  const redraw = () => {
    const choices = traits(model, CHOICES);
    kinds.show();
    showSliders(choices);
    strips.forEach(({ show }) => show(choices));
  };
  redraw();
  return ending(follow(model, CHOICES, redraw), ...strips.map(({ end }) => end));
}

export default { render };
