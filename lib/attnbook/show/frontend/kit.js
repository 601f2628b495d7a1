// What every live figure needs. A module string cannot import, so a figure's module is this file and then its own.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// The outermost element of a figure, in the look of kit.css.
function frame(kind, label, ...children) {
  return element("div", { class: `attnbook-live attnbook-${kind}`, role: "group", "aria-label": label }, ...children);
}

// The reader has chosen: tell the page, and the kernel where there is one.
function choose(model, changes) {
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
}

// Draw again whenever one of the traits `{name: draw}` changes; gives the function that ends it.
function follow(model, draws) {
  for (const [name, draw] of Object.entries(draws)) model.on(`change:${name}`, draw);
  return () => {
    for (const [name, draw] of Object.entries(draws)) model.off(`change:${name}`, draw);
  };
}

// A position in a list of `count`, whatever the model holds: one trait may arrive before the other that it goes with.
function within(value, count) {
  return Math.min(Math.max(Math.trunc(value) || 0, 0), count - 1);
}

// A list of `texts` to choose from; `chosen` is told the position.
function picker(texts, attributes, chosen) {
  const options = texts.map((text, k) => element("option", { value: k }, text));
  const select = element("select", attributes, ...options);
  select.addEventListener("change", () => chosen(Number(select.value)));
  return select;
}

// A group of radio buttons that Tab enters once, at the one that is checked; the arrow keys walk along it.
function radiogroup(label) {
  const group = element("div", { class: "words", role: "radiogroup", "aria-label": label });
  group.addEventListener("keydown", walk);
  return group;
}

function radios(texts, attributes, chosen) {
  return texts.map((text, k) => {
    const button = element("button", { type: "button", role: "radio", ...attributes }, text);
    for (const event of ["click", "focus"]) button.addEventListener(event, () => chosen(k));
    return button;
  });
}

function check(group, chosen) {
  [...group.children].forEach((button, k) => {
    button.setAttribute("aria-checked", k === chosen);
    button.tabIndex = k === chosen ? 0 : -1;
  });
}

function walk(event) {
  const buttons = [...event.currentTarget.children];
  const count = buttons.length;
  const here = buttons.findIndex((button) => button.tabIndex === 0);
  const next = (here + 1) % count;
  const previous = (here + count - 1) % count;
  const steps = { ArrowRight: next, ArrowDown: next, ArrowLeft: previous, ArrowUp: previous, Home: 0, End: count - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  buttons[steps[event.key]].focus();
}

