// The reader of chapter 5: a linear layer, self-attention, a linear layer. A
// model has its weights by name, each a flat list. Read it beside `spec`.

import { affine, argmax, dot, join, read, softmax } from "../../live/shared/model.js";

function layer(model, name, x) {
  const W = { data: model[`${name}.weight`], columns: x.length };
  return affine(W, x, { data: model[`${name}.bias`] });
}

const oneHot = (at, size) => Array.from({ length: size }, (_, i) => +(i === at));

// A child as a row: its name, the names that it asks about, its colour.
function rowOf(child, { asks, colour }, { questions }, colours) {
  const names = [child, ...asks[child].slice(0, questions)];
  const own = names.flatMap((name) => oneHot(name, asks.length));
  return [...own, ...oneHot(colour[child], colours)];
}

// What `model` {kind, questions, weights} says of a circle {asks, colour}: for
// each child `said`, a colour for each question, and for each head `weights`,
// child by child. Vaswani et al. 2017, section 3.2.2.
export function answers(model, circle, colours) {
  const children = circle.asks.map((_, child) => child);
  const rows = children.map((c) => rowOf(c, circle, model, colours));
  const h = rows.map((x) => layer(model, "inputs", x));
  const [q, k, v] = ["query", "key", "value"].map((name) =>
    h.map((x) => layer(model, `between.${name}`, x)),
  );
  const count = parseInt(model.kind);
  const width = q[0].length / count;
  const heads = Array.from({ length: count }, (_, n) => {
    const cut = (x) => x.subarray(n * width, (n + 1) * width);
    const score = (a, b) => dot(cut(a), cut(b)) / Math.sqrt(width);
    const weights = q.map((a) => softmax(k.map((b) => score(a, b))));
    return { weights, output: weights.map((row) => read(row, v.map(cut))) };
  });
  const said = children.map((c) => {
    const o = join(...heads.map(({ output }) => output[c]));
    const logits = layer(model, "out", layer(model, "between.out", o));
    return Array.from({ length: model.questions }, (_, n) =>
      argmax(logits.subarray(n * colours, (n + 1) * colours)),
    );
  });
  return { said, weights: heads.map((head) => head.weights) };
}
