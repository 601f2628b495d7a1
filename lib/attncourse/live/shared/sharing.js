// What a reader chose, as part of an address: a page asks for it with the event
// "given", and hands over what an address has with "taken".

import { choose, traits } from "./ui.js";

// `choices` are traits, each with may(value); those that are not as they were at
// first are shared.
export function shareChoices(el, model, choices) {
  const names = Object.keys(choices);
  const first = traits(model, names);
  el.addEventListener("given", ({ detail }) => {
    const changed = names.filter((name) => model.get(name) !== first[name]);
    Object.assign(detail, traits(model, changed));
  });
  el.addEventListener("taken", ({ detail }) => {
    for (const name of names.filter((name) => name in detail)) {
      const value = fromAddress(detail[name], typeof first[name]);
      if (choices[name](value)) choose(model, { [name]: value });
    }
  });
}

// A text of an address, as a value of the kind that the trait has.
function fromAddress(text, kind) {
  if (kind === "boolean") return { true: true, false: false }[text];
  return kind === "number" ? Number(text || NaN) : text;
}
