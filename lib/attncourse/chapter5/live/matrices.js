// Every number of a small self-attention: words, matrices, queries, keys,
// values, scores, weights, output. The model holds `X`, the rows of four words,
// `order`, the words that are there, `W_q`, `W_k`, `W_v` of two heads, `heads`,
// `masked`, `scaled`, `factor`, `start`, all of these as they began, and `switches`,
// those of `heads` and `masked` that the reader may turn.

import {
  action, block, choose, chooser, element, frame, hold, keep, para, report, steady, toggle,
  traits,
} from "../../live/shared/ui.js";
import { calculation, short } from "./cell_origin.js";
import { TAKEN, called, lettered, numberField, travel } from "./cells.js";
import {
  GIVEN, MARKED, light, matricesView, textAt, unmark, writeNumbers,
} from "./matrices_view.js";
import { orderless, sees, selfAttend } from "./self_attention.js";

const FACTORS = [1, 3, 10, 100];
const MATRICES = ["X", "W_q", "W_k", "W_v"];
const STATE = [...MATRICES, "order", "heads", "masked", "scaled", "factor"];
const FIRST = { name: "output", h: 0, i: 0, j: 0 };
const TITLE = "Change a number: all that is made of it follows";
const YOURS = `Framed numbers are yours, from −10 to 10: type, or step with Page
  Up and Page Down, with Shift ten times as far.`;
const NOTE = `Point at any number without a frame to see what it is made of. Tab
  goes to the next matrix, arrow keys to the next number. An orange bar marks,
  for a moment, what your last change has moved.`;
const SAME = "In this order each word has the same output: its row has moved.";
const OTHER = "In this order outputs differ: with the mask, words see others.";
const WRONG = `${TAKEN}: head 2, W_q, row 3, column 2 stays −0.123456.`;

// What word 1 reads by one head.
function reading(state, { weights, output }) {
  const t = state.order.indexOf(1);
  const parts = state.order.map((word, s) => {
    if (!sees(state, t, s)) return `0 of word ${word} (hidden)`;
    const whom = s === t ? "itself" : `word ${word}`;
    return `${weights[t][s].toFixed(3)} of ${whom}`;
  });
  const sum = `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
  return `reads ${sum}; output (${output[t].map(short).join(", ")}).`;
}

function told(state, { heads }, turn) {
  const said = heads.map((head, h) => {
    const first = h ? "Head" : "Word 1, head";
    const whose = heads.length > 1 ? `${first} ${h + 1},` : "Word 1";
    return `${whose} ${reading(state, head)}`;
  });
  return [...said, turn].join(" ").trim();
}

// The longest that can be told of so many words and heads.
function longest(state) {
  const order = [...state.order].sort((a, b) => a - b);
  const weights = order.map(() => order.map(() => 0.888));
  const output = order.map(() => [-0.8888, -0.8888]);
  const heads = Array(state.heads).fill({ weights, output });
  return told({ ...state, order, masked: true }, { heads }, OTHER);
}

// About the longest sums that make a number: of products, or a share.
function longestSums({ order, heads }) {
  const which = heads > 1 ? "head 2, " : "";
  const made = (sum) => `${which}weight of word 1 on word 2: ${sum} = −0.8888`;
  const added = (count, term) => Array(count).fill(term).join(" + ");
  const power = "exp(−0.8888)";
  return [
    made(added(Math.max(3, order.length), "0.8888 · −888.88")),
    made(`${power} / (${added(order.length, power)})`),
  ];
}

function labelledChooser(model, name, values, label) {
  const text = label.map((part) => part.textContent ?? part).join("");
  const { group, show } = chooser(model, name, values, text);
  const words = element("span", { "aria-hidden": "true" }, ...label);
  return { el: block("chooser", words, group), show };
}

function wordButtons(model) {
  const order = () => model.get("order");
  const left = () => [1, 2, 3, 4].filter((word) => !order().includes(word));
  const put = (words) => choose(model, { order: words });
  const turn = action("", () => put([...order().slice(1), order()[0]]));
  const add = action("add a word", () => put([...order(), left()[0]]));
  const last = () => Math.max(...order());
  const fewer = () => order().filter((word) => word !== last());
  const take = action("remove a word", () => put(fewer()));
  const show = () => {
    const { length } = order();
    const many = "move the first word to the end";
    turn.textContent = length > 2 ? many : "swap the words";
    add.disabled = length === 4;
    take.disabled = length === 2;
  };
  return { buttons: [turn, add, take], show };
}

function controls(model) {
  const words = wordButtons(model);
  const masked = toggle(model, "masked", "mask the future");
  const scaled = toggle(model, "scaled", "divide by √K");
  const heads = labelledChooser(model, "heads", [1, 2], ["heads"]);
  const size = [lettered("W_q"), " and ", lettered("W_k"), " times"];
  const factor = labelledChooser(model, "factor", FACTORS, size);
  const reset = action("reset", () => choose(model, model.get("start")));
  const above = [
    block("line", ...words.buttons),
    block("line", masked.button, scaled.button, heads.el, factor.el, reset),
  ];
  const may = (name) => model.get("switches").includes(name);
  masked.button.hidden = !may("masked");
  heads.el.hidden = !may("heads");
  const parts = [words, masked, scaled, heads, factor];
  return { above, update: () => parts.forEach(({ show }) => show()) };
}

// The field of a cell; what is typed goes into the model, `said` is told what
// is wrong.
function fields(model, said) {
  const read = () => traits(model, ["order", "heads"]);
  const put = ({ name, h, i, j }, value) => {
    const all = structuredClone(model.get(name));
    const rows = name === "X" ? all : all[h];
    rows[name === "X" ? read().order[i] - 1 : i][j] = value;
    choose(model, { [name]: all });
  };
  return (cell) =>
    numberField(
      GIVEN[cell.name],
      (value) => put(cell, value),
      (wrong, last) =>
        said(wrong && `${wrong}: ${called(cell, read())} stays ${last}.`),
    );
}

// What a cell is made of, in a line. Pointing previews, the focus pins.
function pointing(relight) {
  let [pinned, seen] = [FIRST, null];
  const point = (cell, pin) => {
    seen = pin ? null : cell;
    if (pin) pinned = cell;
    relight();
  };
  const here = () => seen ?? pinned;
  const forget = () => ([pinned, seen] = [FIRST, null]);
  return { point, here, forget };
}

function render({ model, el }) {
  const [status, wrong] = [report(), element("p", { role: "alert" })];
  const sum = element("p", { class: "sum", "aria-live": "polite" });
  const edit = fields(model, (text) => (wrong.textContent = text));
  const host = element("div");
  const beside = block("beside", para("note", YOURS), steady(wrong, [WRONG]));
  let [state, found, tables, shape, texts] = [null, null, [], "", new Map()];
  const { point, here, forget } = pointing(() => {
    light(tables, here(), state, found);
    const text = textAt(here(), state, found);
    const how = calculation(here(), state, found);
    sum.textContent = `${called(here(), state)}: ${how} = ${text}`;
  });
  const [said, summed] = [steady(status, []), steady(sum, [])];
  const chosen = controls(model);
  let timer = 0;
  function build() {
    const view = matricesView(state, beside, edit, point);
    host.replaceChildren(view.el);
    tables = view.tables;
    hold(said, [longest(state)]);
    hold(summed, longestSums(state));
    forget();
  }
  function update() {
    const before = state?.order ?? [];
    state = traits(model, STATE);
    found = selfAttend(state);
    const now = `${state.order.length} ${state.heads}`;
    if (now !== shape) build();
    shape = now;
    chosen.update();
    texts = writeNumbers(tables, state, found, texts);
    travel(tables, before, state.order);
    clearTimeout(timer);
    timer = setTimeout(() => unmark(tables), MARKED);
    point(null, false);
    wrong.textContent = "";
    const turned = state.order.some((word, t, all) => word < all[t - 1]);
    const turn = orderless(state, found) ? SAME : OTHER;
    status.textContent = told(state, found, turned ? turn : "");
  }
  const parts = [para("heading", TITLE), ...chosen.above, host, summed, said];
  el.append(frame("matrices", "A small self-attention", ...parts, para("note", NOTE)));
  return keep(model, STATE, update);
}

export default { render };
