// What live figures are made of: elements, choices, sliders, drawings.

function dressed(made, attributes, children = []) {
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function element(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

// What most figures are made of, each with its class in a style sheet.
export const block = (name, ...parts) =>
  element("div", { class: name }, ...parts);
export const para = (name, ...parts) => element("p", { class: name }, ...parts);

// Parts that belong together, by their name for those who listen.
export const together = (name, label, ...parts) =>
  element("div", { class: name, role: "group", "aria-label": label }, ...parts);

// The line that says in words what is shown, to those who listen, too.
export const report = () => element("p", { role: "status" });

// The outermost element of a figure, in the look of ui.css.
export const frame = (kind, label, ...children) =>
  together(`attnbook-live attnbook-${kind}`, label, ...children);

// What a choice may be.
export const among = (...values) => (value) => values.includes(value);
export const ranging = (low, high) => (value) =>
  typeof value === "number" && value >= low && value <= high;

// The reader has chosen: tell the page, and the kernel where there is one.
export function choose(model, changes) {
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
}

// Some traits of a model, by their names.
export function traits(model, names) {
  return Object.fromEntries(names.map((name) => [name, model.get(name)]));
}

// Draw again whenever one of the traits changes; gives what ends it.
export function follow(model, names, draw) {
  for (const name of names) model.on(`change:${name}`, draw);
  return () => names.forEach((name) => model.off(`change:${name}`, draw));
}

// Draw now, too.
export function keep(model, names, draw) {
  draw();
  return follow(model, names, draw);
}

// One end of all.
export const ending = (...ends) => () => ends.forEach((end) => end());

// While a page waits, the reader's events and drawing have their turn.
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

export const BREATH = 12; // milliseconds of work, then the page has its turn

// A position in a list of `count`, whatever the model holds: one trait may
// arrive before the other that it goes with.
export function within(value, count) {
  return Math.min(Math.max(Math.trunc(value) || 0, 0), count - 1);
}

export const numbered = (texts) => texts.map((text, k) => `${k + 1}. ${text}`);

// A list of `texts` to choose from; `chosen` is told the position.
export function picker(texts, attributes, chosen = () => {}) {
  const options = texts.map((text, k) => element("option", { value: k }, text));
  const select = element("select", attributes, ...options);
  select.addEventListener("change", () => chosen(Number(select.value)));
  return select;
}

// A group of radio buttons that Tab enters once, at the one that is checked;
// the arrow keys walk along it. `chosen` is told the position. Gives {group,
// fill, check}: fill(contents) makes the buttons, check(k) checks one.
export function radiogroup(label, contents, chosen, attributes = {}) {
  const group = block("words");
  dressed(group, { role: "radiogroup", "aria-label": label });
  group.addEventListener("keydown", walk);
  const fill = (contents, more = {}) => {
    const buttons = contents.map((content, k) => {
      const button = action(content, () => chosen(k));
      button.addEventListener("focus", () => chosen(k));
      return dressed(button, { role: "radio", ...attributes, ...more });
    });
    group.replaceChildren(...buttons);
  };
  const check = (chosen) =>
    [...group.children].forEach((button, k) => {
      button.setAttribute("aria-checked", k === chosen);
      button.tabIndex = k === chosen ? 0 : -1;
    });
  fill(contents);
  return { group, fill, check };
}

function walk(event) {
  const buttons = [...event.currentTarget.children];
  const here = buttons.findIndex((button) => button.tabIndex === 0);
  const [right, down] = ARROWS[event.key] ?? [0, 0];
  const ends = { Home: 0, End: buttons.length - 1 };
  const next = ends[event.key] ?? here + right + down;
  if (next === here && !(event.key in ends)) return;
  event.preventDefault();
  buttons.at(next % buttons.length).focus();
}

// To the right and down.
export const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

// A switch for a trait that is true or false; show() shows which.
export function toggle(model, name, text) {
  const turn = () => choose(model, { [name]: !model.get(name) });
  const button = dressed(action(text, turn), { role: "switch" });
  const show = () => button.setAttribute("aria-checked", model.get(name));
  return { button, show };
}

// Radio buttons for the `values` of a trait, `texts` by default what they are. Gives
// {group, show}; show() checks the one that is there.
export function chooser(model, name, values, label, texts = values.map(String)) {
  const pick = (k) => choose(model, { [name]: values[k] });
  const { group, check } = radiogroup(label, texts, pick);
  return { group, show: () => check(values.indexOf(model.get(name))) };
}

// Words in front of what says them itself to those who listen.
export const labelled = (words, ...parts) =>
  block("line", element("span", { "aria-hidden": "true" }, words), ...parts);

export const panel = (title, ...parts) =>
  block("panel", para("heading", title), ...parts);

// An element of a drawing. The browser's own parser knows the name space.
const DRAWING = (() => {
  const holder = document.createElement("div");
  holder.innerHTML = "<svg></svg>";
  return holder.firstChild.namespaceURI;
})();

export function shape(tag, attributes = {}, ...children) {
  return dressed(document.createElementNS(DRAWING, tag), attributes, children);
}

// An empty drawing. What it shows stands in the text beside it.
export function drawing(width, height, attributes = {}) {
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  return shape("svg", { ...size, "aria-hidden": "true", ...attributes });
}

export const segment = (x1, y1, x2, y2, name) =>
  shape("line", { x1, y1, x2, y2, class: name });
export const rect = (x, y, width, height, name) =>
  shape("rect", { x, y, width, height, class: name });
export const circle = (cx, cy, r, name) =>
  shape("circle", { cx, cy, r, class: name });
export const path = (d, name) => shape("path", { d, class: name });

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
  const name = element("span", { class: "apart" }, label, " ", output);
  const row = element("label", { class: "slider" }, name, input);
  input.addEventListener("input", () => chosen(Number(input.value)));
  const show = (value) => {
    input.value = value;
    input.setAttribute("aria-valuetext", written(value));
    output.textContent = written(value);
  };
  return { row, input, show };
}

// A bar in its track, which ends where show(share) says, and begins there.
export function bar(name = "track") {
  const filled = element("span", { class: "bar" });
  const look = { class: name, "aria-hidden": "true" };
  const track = element("span", look, filled);
  const show = (share, from = 0) => {
    filled.style.left = `${100 * from}%`;
    filled.style.width = `${100 * share}%`;
  };
  return { track, show };
}

// A bar, and a hollow one over it.
export function pairOfBars() {
  const { track, show: fill } = bar();
  const hollow = element("span", { class: "hollow" });
  track.append(hollow);
  const show = (share, other) => {
    fill(share);
    hollow.style.width = `${100 * other}%`;
  };
  return { track, hollow, show };
}

export function action(text, act) {
  const button = element("button", { type: "button" }, text);
  button.addEventListener("click", act);
  return button;
}

// A place for a text that changes: as high as the highest of `texts`, so that
// nothing below it moves. Of many, the highest is among the longest.
export function steady(text, texts) {
  const place = block("steady", text);
  hold(place, texts);
  return place;
}

export function hold(place, texts) {
  const longest = [...texts].sort((a, b) => b.length - a.length).slice(0, 8);
  const hidden = { class: "ghost", "aria-hidden": "true" };
  const ghosts = longest.map((text) => element("p", hidden, text));
  place.replaceChildren(place.firstChild, ...ghosts);
}

// While the reader holds `area`, `moved` is told each event, the first, too.
function held(area, taken, moved) {
  area.addEventListener("pointerdown", (event) => {
    area.setPointerCapture(event.pointerId);
    taken(event);
  });
  area.addEventListener("pointermove", (event) => {
    if (area.hasPointerCapture(event.pointerId)) moved(event);
  });
}

// While the reader drags on `area`, `moved` is told the place, from 0 to 1
// along both axes of the box() [left, top, width, height] of the drawing.
export function dragged(area, box, moved) {
  const tell = ({ clientX, clientY }) => {
    const [left, top, width, height] = box();
    const place = area.getBoundingClientRect();
    const zoom = place.width / area.viewBox.baseVal.width;
    const x = ((clientX - place.left) / zoom - left) / width;
    const y = ((clientY - place.top) / zoom - top) / height;
    moved(Math.min(Math.max(x, 0), 1), Math.min(Math.max(y, 0), 1));
  };
  held(area, tell, tell);
}

// A button that is dragged, or pushed by the arrow keys. `at()` is its place
// [x, y], `found(event)` that of an event, `moved` is told another one; the
// keys move it by `near`, with Shift by `far`, to the right and down.
export function movable(button, at, found, moved, near, far) {
  const plus = (place, by, sign) => place.map((x, m) => x + sign * by[m]);
  let grip = null; // from its place to where it was taken
  const take = (event) => (grip = plus(found(event), at(), -1));
  held(button, take, (event) => moved(plus(found(event), grip, -1)));
  button.addEventListener("keydown", (event) => {
    if (!(event.key in ARROWS)) return;
    event.preventDefault();
    const size = event.shiftKey ? far : near;
    moved(plus(at(), ARROWS[event.key].map((n, m) => n * size[m]), 1));
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

// A `plot` that is as wide as its `host`, and so high: draw(width) draws it once the
// width is known. Gives {redraw, end}.
export function stretched(host, plot, height, draw) {
  let width = 0;
  const redraw = () => {
    if (!width) return;
    plot.setAttribute("viewBox", `0 0 ${width} ${height}`);
    plot.setAttribute("width", width);
    draw(width);
  };
  const end = fitted(host, (wide) => {
    width = wide;
    redraw();
  });
  return { redraw, end };
}
