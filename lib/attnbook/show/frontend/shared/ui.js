// What live figures are made of: elements, choices, sliders, drawings.

export const DARK = 0.62; // how much of a picture a weight of 0 hides

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// The outermost element of a figure, in the look of ui.css.
export function frame(kind, label, ...children) {
  const look = { class: `attnbook-live attnbook-${kind}` };
  const named = { role: "group", "aria-label": label };
  return element("div", { ...look, ...named }, ...children);
}

// The reader has chosen: tell the page, and the kernel where there is one.
export function choose(model, changes) {
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
}

// Draw again whenever one of the traits `{name: draw}` changes; gives the
// function that ends it.
export function follow(model, draws) {
  for (const [name, draw] of Object.entries(draws)) {
    model.on(`change:${name}`, draw);
  }
  return () => {
    for (const [name, draw] of Object.entries(draws)) {
      model.off(`change:${name}`, draw);
    }
  };
}

// While a page waits, the reader's events and drawing have their turn.
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// A position in a list of `count`, whatever the model holds: one trait may
// arrive before the other that it goes with.
export function within(value, count) {
  return Math.min(Math.max(Math.trunc(value) || 0, 0), count - 1);
}

// A list of `texts` to choose from; `chosen` is told the position.
export function picker(texts, attributes, chosen) {
  const options = texts.map((text, k) => element("option", { value: k }, text));
  const select = element("select", attributes, ...options);
  select.addEventListener("change", () => chosen(Number(select.value)));
  return select;
}

// A group of radio buttons that Tab enters once, at the one that is checked;
// the arrow keys walk along it.
export function radiogroup(label) {
  const named = { role: "radiogroup", "aria-label": label };
  const group = element("div", { class: "words", ...named });
  group.addEventListener("keydown", walk);
  return group;
}

export function radios(texts, attributes, chosen) {
  const role = { type: "button", role: "radio" };
  return texts.map((text, k) => {
    const button = element("button", { ...role, ...attributes }, text);
    for (const event of ["click", "focus"]) {
      button.addEventListener(event, () => chosen(k));
    }
    return button;
  });
}

export function check(group, chosen) {
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
  const steps = {
    ArrowRight: next,
    ArrowDown: next,
    ArrowLeft: previous,
    ArrowUp: previous,
    Home: 0,
    End: count - 1,
  };
  if (!(event.key in steps)) return;
  event.preventDefault();
  buttons[steps[event.key]].focus();
}

// An element of a drawing. The browser's own parser knows the name space.
const DRAWING = (() => {
  const holder = document.createElement("div");
  holder.innerHTML = "<svg></svg>";
  return holder.firstChild.namespaceURI;
})();

export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(DRAWING, tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// An empty drawing. What it shows stands in the text beside it.
export function drawing(width, height, attributes = {}) {
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  return shape("svg", { ...size, "aria-hidden": "true", ...attributes });
}

export function segment(x1, y1, x2, y2, name) {
  return shape("line", { x1, y1, x2, y2, class: name });
}

// The line through the points [x, y].
export function trace(points, name) {
  const places = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  const d = `M${places.join("L")}`;
  return shape("path", { d, fill: "none", class: name });
}

export function lettering(x, y, text, anchor = "middle", name = "") {
  return shape("text", { x, y, "text-anchor": anchor, class: name }, text);
}

// The map of an axis: from the numbers low .. high to the pixels start .. end.
export function axis(low, high, start, end) {
  return (value) => start + ((value - low) / (high - low)) * (end - start);
}

// The grid of a plot in the box {left, right, top, foot}: `xs` and `ys` are
// pairs of a pixel and its number, `title` names the axis below.
export function ruled({ left, right, top, foot }, xs, ys, title) {
  return [
    ...ys.flatMap(([y, text]) => [
      segment(left, y, right, y, "grid"),
      lettering(left - 6, y + 4, text, "end"),
    ]),
    ...xs.flatMap(([x, text]) => [
      segment(x, top, x, foot, "grid"),
      lettering(x, foot + 17, text),
    ]),
    lettering((left + right) / 2, foot + 36, title),
  ];
}

// A number as it is read: a true minus, and no plus.
export function signed(value, digits) {
  return value.toFixed(digits).replace(/^-(?=.*[1-9])/, "−").replace("-", "");
}

// A labelled slider; `written` says a value in words, `chosen` is told it.
// Gives {row, input, show}: show(value) moves it.
export function slider(label, attributes, written, chosen) {
  const input = element("input", { type: "range", ...attributes });
  const output = element("span", { class: "value", "aria-hidden": "true" });
  const name = element("span", { class: "name" }, label, " ", output);
  const row = element("label", { class: "slider" }, name, input);
  input.addEventListener("input", () => chosen(Number(input.value)));
  const show = (value) => {
    input.value = value;
    input.setAttribute("aria-valuetext", written(value));
    output.textContent = written(value);
  };
  return { row, input, show };
}

export function action(text, act) {
  const button = element("button", { type: "button" }, text);
  button.addEventListener("click", act);
  return button;
}

// A place for a text that changes: as high as the highest of `texts`, so that
// nothing below it moves. Of many, the highest is among the longest.
export function steady(text, texts) {
  const place = element("div", { class: "steady" }, text);
  hold(place, texts);
  return place;
}

export function hold(place, texts) {
  const longest = [...texts].sort((a, b) => b.length - a.length).slice(0, 8);
  const hidden = { class: "ghost", "aria-hidden": "true" };
  const ghosts = longest.map((text) => element("p", hidden, text));
  place.replaceChildren(place.firstChild, ...ghosts);
}

// While the reader drags on `area`, `moved` is told the place, from 0 to 1
// along both axes of the box() [left, top, width, height] of the drawing.
export function dragged(area, box, moved) {
  const tell = (event) => {
    const [left, top, width, height] = box();
    const place = area.getBoundingClientRect();
    const zoom = place.width / area.viewBox.baseVal.width;
    const x = ((event.clientX - place.left) / zoom - left) / width;
    const y = ((event.clientY - place.top) / zoom - top) / height;
    moved(Math.min(Math.max(x, 0), 1), Math.min(Math.max(y, 0), 1));
  };
  area.addEventListener("pointerdown", (event) => {
    area.setPointerCapture(event.pointerId);
    tell(event);
  });
  area.addEventListener("pointermove", (event) => {
    if (area.hasPointerCapture(event.pointerId)) tell(event);
  });
}

// Draw again whenever the width of `host` changes; gives what ends it.
export function fitted(host, drawn) {
  let last = 0;
  const observer = new ResizeObserver(() => {
    const width = Math.floor(host.clientWidth);
    if (width && width !== last) drawn((last = width));
  });
  observer.observe(host);
  return () => observer.disconnect();
}
