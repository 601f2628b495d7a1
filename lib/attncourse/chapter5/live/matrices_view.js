// All matrices of a small self-attention in their order: given ones, then what
// is made of them, one head below the other.

import { block, element, para } from "../../live/shared/ui.js";
import { MADE_BY, cellOrigin, short, upTo } from "./cell_origin.js";
import {
  BY_WORD, called, keyOf, lettered, matrixTable, nameTable,
} from "./cells.js";
import { sees } from "./self_attention.js";

const LOOKS = { X: "of-encoder", weights: "of-weights" };
for (const name of ["W_q", "q"]) LOOKS[name] = "of-query";
for (const name of ["W_k", "k"]) LOOKS[name] = "of-key";
for (const name of ["W_v", "v", "output", "joined"]) LOOKS[name] = "of-value";
// The given matrices, and their steps.
export const GIVEN = { X: 1, W_q: 0.5, W_k: 0.5, W_v: 0.5 };
export const MARKED = 1600; // milliseconds in which what changed is marked

// What stands over a matrix: its name, and how it is made.
function titleOf(name, { factor, scaled }) {
  const big = factor > 1 ? `${factor}` : "";
  const W = (which) => [which === "W_v" ? "" : big, lettered(which)];
  if (name in MADE_BY) {
    const letter = lettered(name.toUpperCase());
    return [letter, " = ", lettered("X"), " ", ...W(MADE_BY[name])];
  }
  if (name in GIVEN) return name === "X" ? [lettered(name)] : W(name);
  const under = (...parts) => element("small", {}, ...parts);
  const transposed = [lettered("K"), element("sup", {}, "⊤")];
  const product = [lettered("Q"), ...transposed, scaled ? " / √2" : ""];
  const made = {
    scores: ["scores", under(...product)],
    weights: ["weights", under("softmax of rows")],
    output: ["output", under("weights · ", lettered("V"))],
    joined: ["outputs joined", under("head 1 beside head 2")],
  };
  return made[name];
}

// The number of a cell.
function numberAt({ name, h, i, j }, state, { x, heads, output }) {
  if (name === "X") return x[i][j];
  if (name === "joined") return output[i][j];
  const matrix = name in GIVEN ? state[name][h] : heads[h][name];
  return matrix[i][j];
}

// The same as it is read.
export function textAt(cell, state, found) {
  const { name, i, j } = cell;
  const hidden = BY_WORD.includes(name) && !sees(state, i, j);
  if (hidden) return name === "weights" ? "0" : "−∞";
  return short(numberAt(cell, state, found));
}

// The place of a cell by the names of its words, wherever these stand.
function identity({ name, h, i, j }, { order }) {
  const row = name.startsWith("W") ? i : `word ${order[i]}`;
  const column = BY_WORD.includes(name) ? `word ${order[j]}` : j;
  return [name, h, row, column].join();
}

// The matrices of head h, from the words to the output.
function headTables(h, words, edit, point) {
  const table = (name, rows, columns) =>
    matrixTable({
      name,
      h,
      size: [rows, columns],
      look: LOOKS[name],
      edit: name in GIVEN && !(name === "X" && h) ? edit : null,
      point: name in GIVEN ? null : point,
    });
  const given = ["W_q", "W_k", "W_v"].map((name) => table(name, 3, 2));
  const made = ["q", "k", "v"].map((name) => table(name, words, 2));
  const square = BY_WORD.map((name) => table(name, words, words));
  const output = table("output", words, 2);
  const top = [table("X", words, 3), ...given, ...made];
  const els = (tables) => tables.map(({ el }) => el);
  const make = block("make", ...els(top));
  const low = [...square, output];
  return { tables: [...top, ...low], make, use: block("use", ...els(low)) };
}

// The view for so many words and heads, `beside` the first words. Gives {el,
// tables}.
export function matricesView({ order, heads }, beside, edit, point) {
  const all = upTo(heads).map((h) =>
    headTables(h, order.length, edit, point),
  );
  const el = element("div");
  all.forEach(({ make, use }, h) => {
    if (heads > 1) el.append(para("which", `Head ${h + 1}`));
    el.append(make, use);
    if (!h) make.prepend(beside);
  });
  const tables = all.flatMap((head) => head.tables);
  if (heads > 1) {
    const size = [order.length, 2 * heads];
    const kind = { name: "joined", h: 0, size, look: LOOKS.joined, point };
    tables.push(matrixTable(kind));
    el.append(block("use", tables.at(-1).el));
  }
  return { el, tables };
}

// Write all numbers; mark those that are others than in `before`, texts by
// identity. Gives the new texts.
export function writeNumbers(tables, state, found, before) {
  const after = new Map();
  for (const table of tables) {
    nameTable(table, state);
    table.title.replaceChildren(...titleOf(table.name, state));
    for (const { cell, td, field } of table.cells) {
      const text = textAt(cell, state, found);
      const id = identity(cell, state);
      after.set(id, text);
      td.classList.toggle("changed", (before.get(id) ?? text) !== text);
      if (field) field.show(numberAt(cell, state, found));
      else writeCell(td, cell, text, state, found);
    }
  }
  return after;
}

function writeCell(td, cell, text, state, found) {
  td.textContent = text;
  const { name, i, j } = cell;
  td.classList.toggle("hidden", BY_WORD.includes(name) && !sees(state, i, j));
  const hidden = td.classList.contains("hidden") ? ", hidden" : "";
  const label = `${called(cell, state)}: ${text}${hidden}`;
  if (td.hasAttribute("tabindex")) td.setAttribute("aria-label", label);
  if (name !== "weights") return;
  const share = `${(100 * numberAt(cell, state, found)).toFixed(1)}%`;
  td.style.setProperty("--share", share);
}

// Light what a cell is made of, and the cell.
export function light(tables, cell, state, found) {
  const lit = new Set(cellOrigin(cell, state, found).map(keyOf));
  const own = keyOf(cell);
  for (const { cell: other, td } of tables.flatMap(({ cells }) => cells)) {
    td.classList.toggle("lit", lit.has(keyOf(other)));
    td.classList.toggle("own", keyOf(other) === own);
  }
}

export function unmark(tables) {
  for (const { td } of tables.flatMap(({ cells }) => cells)) {
    td.classList.remove("changed");
  }
}
