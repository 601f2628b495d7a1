// Matrices as tables whose cells a reader changes or points at.

import { ARROWS, block, element, para } from "../../live/shared/ui.js";
import { upTo } from "./cell_origin.js";

const LIMIT = 10; // every number lies in -10 .. 10
const SIGNS = ["●", "▲", "■", "◆"];
export const BY_WORD = ["scores", "weights"]; // their columns are words too
const STEPS = { PageUp: 1, PageDown: -1 };

const signOf = (word) => `${SIGNS[word - 1]}\u2009${word}`;
export const keyOf = ({ name, h, i, j }) =>
  [name, name === "X" ? 0 : h, i, j].join();

// W with its letter below: "W_q".
export function lettered(name) {
  const [letter, low] = name.split("_");
  return element("i", {}, letter, ...(low ? [element("sub", {}, low)] : []));
}

// What a cell is called: "weight of word 1 on word 2".
export function called({ name, h, i, j }, { order, heads }) {
  const which = heads > 1 && !["X", "joined"].includes(name);
  const before = which ? `head ${h + 1}, ` : "";
  if (name.startsWith("W")) {
    return `${before}${name}, row ${i + 1}, column ${j + 1}`;
  }
  const word = order[i];
  if (BY_WORD.includes(name)) {
    const what = name.slice(0, -1); // one score, one weight
    return `${before}${what} of word ${word} on word ${order[j]}`;
  }
  const full = { q: "Q", k: "K", v: "V", joined: "outputs joined" };
  return `${before}${full[name] ?? name}, word ${word}, number ${j + 1}`;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
export const TAKEN = `Takes −${LIMIT} to ${LIMIT}, like 1.5`;

// The number that a text in a field is; null for what the field does not take.
function numberIn(text) {
  const plain = text.trim().replace("−", "-");
  const value = NUMBER.test(plain) ? Number(plain) : NaN;
  return Math.abs(value) <= LIMIT ? value : null;
}

// A field for one number: `changed` is told a valid one, `wrong` what the field
// takes after any other text, which the last valid number then replaces. A field
// of the browser's own for numbers would leave out the comma of 1,5.
export function numberField(step, changed, wrong) {
  const range = { "aria-valuemin": -LIMIT, "aria-valuemax": LIMIT };
  const look = { role: "spinbutton", inputmode: "decimal", autocomplete: "off" };
  const input = element("input", { type: "text", ...look, ...range });
  let last = 0;
  const restore = () => {
    input.value = last;
    input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", () => {
    const value = numberIn(input.value);
    wrong(value === null ? TAKEN : "", last);
    if (value === null) return input.setAttribute("aria-invalid", true);
    input.removeAttribute("aria-invalid");
    changed(value);
  });
  const odd = () => numberIn(input.value) === null;
  input.addEventListener("blur", () => odd() && restore());
  input.addEventListener("keydown", (event) => {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    const far = (event.shiftKey ? 10 : 1) * step * STEPS[event.key];
    const next = Number((last + far).toFixed(6));
    input.value = Math.min(Math.max(next, -LIMIT), LIMIT);
    input.dispatchEvent(new Event("input"));
  });
  const show = (value) => {
    last = value;
    input.setAttribute("aria-valuenow", value);
    if (numberIn(input.value) !== value) restore();
  };
  return { input, show };
}

// Arrow keys walk from cell to cell of a matrix, which Tab enters once; of a
// field they select the number, so that what is typed takes its place.
function walkable(rows) {
  const put = (row, column) => {
    const next = rows[row]?.[column];
    if (!next) return;
    rows.flat().forEach((td) => (td.tabIndex = td === next ? 0 : -1));
    next.focus();
    next.select?.();
  };
  rows.forEach((row, i) =>
    row.forEach((td, j) => {
      td.tabIndex = i + j ? -1 : 0;
      td.addEventListener("click", () => put(i, j));
      td.addEventListener("keydown", (event) => {
        if (!(event.key in ARROWS)) return;
        const [right, down] = ARROWS[event.key];
        event.preventDefault();
        put(i + down, j + right);
      });
    }),
  );
}

// The cells of a matrix: with `edit` fields, else, where `point` listens, cells
// to point at. Gives {cell, td, field} for each, row by row.
function cellsOf({ name, h, size: [rows, columns], edit, point }) {
  return upTo(rows).map((i) =>
    upTo(columns).map((j) => {
      const cell = { name, h, i, j };
      const td = element("td");
      if (edit) {
        const field = edit(cell);
        td.append(field.input);
        return { cell, td, field };
      }
      if (!point) return { cell, td };
      td.addEventListener("pointerenter", () => point(cell, false));
      td.addEventListener("focus", () => point(cell, true));
      return { cell, td };
    }),
  );
}

// The words along the top of scores and weights, and down the side.
function headings(name, count) {
  const own = name.startsWith("W") ? 0 : count;
  const side = upTo(own).map(() => element("th", { scope: "row" }));
  const above = BY_WORD.includes(name) ? upTo(count) : [];
  const top = above.map(() => element("th", { scope: "col" }));
  return { side, top };
}

// A matrix with its title. `kind` is {name, h, size, look, edit, point}.
// Gives {el, cells, heads, title}.
export function matrixTable(kind) {
  const { name, h, size, look = "", edit, point } = kind;
  const cells = cellsOf(kind);
  const { side, top } = headings(name, size[0]);
  const table = element("table");
  if (point) {
    table.setAttribute("role", "grid");
    table.addEventListener("pointerleave", () => point(null, false));
  }
  if (edit || point) {
    const stop = ({ td, field }) => field?.input ?? td;
    walkable(cells.map((row) => row.map(stop)));
  }
  if (top.length) {
    table.append(element("tr", {}, element("td", { class: "gap" }), ...top));
  }
  cells.forEach((row, i) => {
    const head = side[i] ?? element("td", { class: "gap" });
    table.append(element("tr", {}, head, ...row.map(({ td }) => td)));
  });
  const title = para("title");
  const el = block(`matrix ${look} ${edit ? "given" : "made"}`, title, table);
  Object.assign(el.dataset, { name, head: h + 1 });
  el.style.gridArea = name;
  return { el, table, cells: cells.flat(), side, top, title, name, h };
}

// Write the words, and the names of a matrix, as the state has them.
export function nameTable({ table, side, top, cells, name, h }, state) {
  const text = (word) => (name === "X" ? `word ${word}` : "");
  side.forEach((th, i) => {
    const word = state.order[i];
    const sign = name === "X" ? SIGNS[word - 1] : signOf(word);
    th.textContent = `${sign} ${text(word)}`.trim();
  });
  top.forEach((th, j) => (th.textContent = signOf(state.order[j])));
  const which = state.heads > 1 && name !== "joined" ? `, head ${h + 1}` : "";
  const full = { joined: "outputs joined", q: "Q", k: "K", v: "V" };
  table.setAttribute("aria-label", `${full[name] ?? name}${which}`);
  for (const { cell, field } of cells) {
    field?.input.setAttribute("aria-label", called(cell, state));
  }
}

// Move what stands at another place than before from there to here.
export function travel(tables, before, after) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const known = after.every((word) => before.includes(word));
  if (still || !known || before.length !== after.length) return;
  const came = after.map((word, i) => before.indexOf(word) - i);
  const slide = (el, right, down) => {
    const { offsetWidth: wide, offsetHeight: tall } = el;
    const from = `translate(${right * wide}px, ${down * tall}px)`;
    const path = [{ transform: from }, { transform: "none" }];
    if (right || down) el.animate(path, { duration: 700, easing: "ease" });
  };
  for (const { cells, side, top, name } of tables) {
    if (name.startsWith("W")) continue;
    const across = (j) => (BY_WORD.includes(name) ? came[j] : 0);
    cells.forEach(({ td, cell: { i, j } }) => slide(td, across(j), came[i]));
    side.forEach((th, i) => slide(th, 0, came[i]));
    top.forEach((th, j) => slide(th, came[j], 0));
  }
}
