// Who plays Shannon's game, and what each has paid, in bits.

import { element } from "../../live/shared/ui.js";

// The players, and the look of their bars.
export const PLAYERS = {
  "you, left side": "track left yours",
  "model, left side": "track left",
  "you, both sides": "track both yours",
  "model, both sides": "track both",
};
const NONE = "–";
export const bits = (number) => number.toFixed(2);

function line(label, look) {
  const swatch = element("span", { class: `swatch ${look}`, "aria-hidden": "true" });
  const name = element("th", { scope: "row" }, swatch, label);
  const cells = [1, 2, 3].map(() => element("td"));
  return { row: element("tr", {}, name, ...cells), cells };
}

// A table of costs, and below them that of a player who spreads its bet over n
// words: {table, show}. show(played, over) gets of each round that is `over` a
// list with the cost of each player.
export function scoreboard(n) {
  const lines = Object.entries(PLAYERS).map(([name, look]) => line(name, look));
  const blind = line(`no idea: log₂ ${n}`, "none");
  const titles = ["bits paid", "now", "total", "mean"].map((text) =>
    element("th", { scope: "col" }, text),
  );
  const rows = [...lines, blind].map(({ row }) => row);
  const table = element("table", {}, element("tr", {}, ...titles), ...rows);
  const write = ({ cells }, numbers) =>
    cells.forEach((cell, k) => {
      cell.textContent = Number.isFinite(numbers[k]) ? bits(numbers[k]) : NONE;
    });
  const show = (played, over) => {
    const count = played.length;
    lines.forEach((one, p) => {
      const total = played.reduce((sum, costs) => sum + costs[p], 0);
      const now = over ? played.at(-1)[p] : NaN;
      write(one, [now, count ? total : NaN, total / count]);
    });
    const each = Math.log2(n);
    write(blind, [over ? each : NaN, count ? count * each : NaN, each]);
  };
  return { table, show };
}
