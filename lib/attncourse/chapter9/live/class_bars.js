// The probability of each class as a bar: filled now, hollow before the last
// change.

import { block, element, pairOfBars } from "../../live/shared/ui.js";
import { argmax } from "../../live/shared/model.js";

const CLASSES = 10;

function entry(name) {
  const { track, hollow, show: fill } = pairOfBars();
  const number = element("span", { class: "number" });
  const el = block("entry", element("b", {}, name), track, number);
  // share of now, and of before; null where there is none
  function show(now, before, most) {
    fill(now ?? 0, before ?? 0);
    hollow.hidden = before === null;
    number.textContent = now === null ? "?" : now.toFixed(3);
    el.toggleAttribute("data-most", most);
  }
  return { el, show };
}

// All bars; show(now, before) fills them, null for what is not known.
export function classBars() {
  const rows = Array.from({ length: CLASSES }, (_, k) => entry(String(k)));
  const el = block("classes", ...rows.map(({ el }) => el));
  function show(now, before) {
    const best = now ? argmax(now) : -1;
    rows.forEach(({ show }, k) => show(now?.[k] ?? null, before?.[k] ?? null, k === best));
  }
  return { el, show };
}
