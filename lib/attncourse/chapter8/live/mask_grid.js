// A mask as cells to click, a row for each token that is predicted, and behind the
// row what it costs. Tab enters once, the arrow keys walk.

import { ARROWS, action, bar, element } from "../../live/shared/ui.js";

const TOP = 12; // bits of the longest bar

// `turned` is told a row and a column. Gives {table, show}.
export function grid(turned) {
  const [head, body] = [element("thead"), element("tbody")];
  const table = element("table", {}, head, body);
  let [texts, lines] = ["", []];

  function line(pieces, t) {
    const cells = pieces.map((piece, s) => {
      const cell = action("", () => turned(t, s));
      cell.setAttribute("aria-label", `${t + 1} ${pieces[t]} sees ${s + 1} ${piece}`);
      return cell;
    });
    const { track, show } = bar();
    const said = element("span", { class: "bits" });
    const columns = cells.map((cell) => element("td", {}, cell));
    const cost = element("td", { class: "cost" }, said, track);
    const row = element("tr", {}, element("th", { scope: "row" }, pieces[t]), ...columns, cost);
    return { row, cells, said, track, show };
  }

  function build(pieces) {
    lines = pieces.map((_, t) => line(pieces, t));
    const names = pieces.map((piece) => element("th", { scope: "col" }, element("span", {}, piece)));
    const cost = element("th", { scope: "col", class: "cost" }, "bits");
    const corner = element("th", { scope: "col" }, "token");
    head.replaceChildren(element("tr", {}, corner, ...names, cost));
    body.replaceChildren(...lines.map(({ row }) => row));
    stop(lines[0]?.cells[0]);
  }

  const all = () => lines.flatMap(({ cells }) => cells);
  const stop = (cell) => all().forEach((one) => (one.tabIndex = one === cell ? 0 : -1));

  body.addEventListener("focusin", ({ target }) => stop(target));
  body.addEventListener("keydown", (event) => {
    const [right, down] = ARROWS[event.key] ?? [0, 0];
    const t = lines.findIndex(({ cells }) => cells.includes(event.target));
    const s = lines[t]?.cells.indexOf(event.target);
    const next = lines[t + down]?.cells[s + right];
    if (!(event.key in ARROWS) || !next) return;
    event.preventDefault();
    next.focus();
  });

  // `rows` of a mask, null for a token that is given; `costs` in bits.
  function show(pieces, rows, costs) {
    if (pieces.join(" ") !== texts) build(pieces);
    texts = pieces.join(" ");
    lines.forEach(({ row, cells, said, track, show }, t) => {
      row.toggleAttribute("data-given", !rows[t]);
      cells.forEach((cell, s) => {
        cell.setAttribute("aria-disabled", !rows[t]);
        cell.setAttribute("aria-pressed", rows[t]?.[s] ?? false);
        cell.toggleAttribute("data-itself", s === t);
      });
      said.textContent = rows[t] ? (costs[t]?.toFixed(1) ?? "…") : "given";
      track.hidden = !rows[t];
      show(Math.min((costs[t] ?? 0) / TOP, 1));
    });
  }

  return { table, show };
}
