// Figures in which the reader types: a field, and the button beside it.

import { askingParts } from "./asking.js";
import { element } from "./ui.js";

// The parts; `label` says what is typed, in the language `lang`.
export function typingParts(texts, own, label, lang) {
  const field = element("textarea", { lang, rows: 2, spellcheck: false });
  field.setAttribute("data-lm-suppress-shortcuts", "true");
  const button = element("button", { type: "submit", class: "main" });
  const form = element("form", {}, element("label", {}, label, field), button);
  return { ...askingParts(texts, own, { lang }), field, button, form };
}

// They stand above all else; `name` is that of the list.
export const typingRows = (name, { select, form, why, progress, say }) =>
  [element("label", {}, `${name} `, select), form, why, progress, say];
