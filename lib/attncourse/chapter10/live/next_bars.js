// The likeliest next tokens, a bar each: hollow before the cut, filled after it.
// A token that is cut says so.

import { block, element, pairOfBars } from "../../live/shared/ui.js";
import { SHOWN } from "../../live/shared/next_token.js";

const digits = (p) => (p < 0.0005 ? "<.001" : p.toFixed(3));

// A row, a button if `act` is given; show(name, p, q) fills it, where q is null
// for what is cut, and show("") empties it.
function entry(act) {
  const [name, before, after] = ["name", "number", "number"].map((kind) =>
    element("span", { class: kind }));
  const { track, show: fill } = pairOfBars();
  const el = element(act ? "button" : "div", act ? { type: "button" } : {});
  el.className = "entry";
  el.append(name, track, before, after);
  if (act) el.addEventListener("click", act);
  function show(text, p = 0, q = null, came = false) {
    name.textContent = text;
    before.textContent = text && digits(p);
    after.textContent = text && (q === null ? "✕ cut" : digits(q));
    fill(q ?? 0, p);
    el.toggleAttribute("data-cut", text !== "" && q === null);
    el.toggleAttribute("data-came", came);
    if (act) el.setAttribute("aria-disabled", text === "");
  }
  return { el, show };
}

// All rows; `chosen` is told the token whose row is pressed.
export function nextBars(chosen) {
  let tokens = [];
  const rows = Array.from({ length: SHOWN }, (_, k) =>
    entry(() => k < tokens.length && chosen(tokens[k])));
  const others = entry();
  const titles = ["next token", "", "model", "after cut"];
  const head = block("entry head", ...titles.map((text) => element("span", {}, text)));
  const el = block("next", head, ...rows.map(({ el }) => el), others.el);
  // A place, or none; `came` is the token that came there.
  function show(place, came) {
    const { pieces = [], p = [], q = p, left = 0 } = place ?? {};
    tokens = place?.tokens ?? [];
    const kept = (k, value) => (k < left ? value : null);
    rows.forEach(({ show }, k) => {
      if (k < tokens.length) show(pieces[k], p[k], kept(k, q[k]), tokens[k] === came);
      else show("");
    });
    const same = (x, k) => kept(k, q[k]) !== null && digits(x) === digits(q[k]);
    el.toggleAttribute("data-whole", p.every(same));
    const rest = (list) => Math.max(1 - list.reduce((sum, x) => sum + x, 0), 0);
    if (place) others.show("the others", rest(p), kept(tokens.length, rest(q)));
    else others.show("");
  }
  return { el, show };
}
