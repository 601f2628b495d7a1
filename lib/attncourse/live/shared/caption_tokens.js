// A caption token by token, with the surprise of each; one of its places, before
// a token or at its end, is the one in view.

import { block, element, para, radiogroup, steady } from "./ui.js";
import { STOP } from "./tokenizer.js";

const MOST = 12; // bits of a full column

export const ended = (tokens) => tokens.at(-1) === STOP;

function token(piece, bits) {
  const column = element("span", { class: "column", "aria-hidden": "true" });
  column.append(element("span", { class: "surprise" }));
  column.firstChild.style.height = `${Math.min(100 * (bits / MOST), 100)}%`;
  const number = element("span", { class: "number" }, bits.toFixed(1));
  return element("span", { class: "token" }, column, element("span", {}, piece), " ", number);
}

// What the surprises add up to, in words.
function summed(bits) {
  const sum = bits.reduce((all, one) => all + one, 0);
  const mean = sum / (bits.length || 1);
  const size = 2 ** mean < 1e5 ? (2 ** mean).toFixed(1) : "more than 100,000";
  if (!bits.length) return "Nothing is written yet, and nothing is added up.";
  const count = `${bits.length} token${bits.length > 1 ? "s" : ""}`;
  return `${count}, ${sum.toFixed(1)} bits in all. ` +
    `Mean ${mean.toFixed(2)} bits a token: perplexity ${size}.`;
}

const NOTE =
  "The taller its bar, the more a token surprises: −log₂ p bits. " +
  "Shaded: the beginning. ?: the next token.";

// `chosen` is told the place, from 0; place t is the one before token t.
export function captionTokens(chosen, note = NOTE) {
  const { group, fill, check } = radiogroup("caption", [], chosen);
  const sum = element("p");
  let shown = null;
  function show({ tokens, pieces, bits }, begun, at) {
    const now = [begun, ...tokens].join();
    if (now !== shown) {
      const next = ended(tokens) ? [] : ["?"];
      fill([...pieces.map((piece, t) => token(piece, bits[t])), ...next]);
      const buttons = [...group.children];
      buttons.forEach((button, t) => button.toggleAttribute("data-given", t < begun));
      if (next.length) buttons.at(-1).setAttribute("aria-label", "next token");
      sum.textContent = summed(bits);
      shown = now;
    }
    check(at);
    reveal(group.children[at]);
  }
  function reveal({ offsetTop: top, offsetHeight: height }) {
    const below = top + height - group.clientHeight;
    group.scrollTop = Math.min(Math.max(group.scrollTop, below), top);
  }
  const longest = summed(Array(80).fill(100));
  const el = block("caption", group, steady(sum, [longest]), para("note", note));
  return { el, show };
}
