// A picture of who reads whom: source words left, written words right, and
// between them lines as wide as the weights. A model that reads one vector has
// the vector in the middle, and every line goes through it.

import { ranked } from "./model.js";
import { short, thread, threads } from "./threads.js";
import { block, element, shape, together, within } from "./ui.js";

const [TALL, LOW, HIGH] = [420, 15, 34]; // pixels: the picture, a row

export function alignmentLines(label, [from, to]) {
  const source = element("ol", { class: "read", lang: from });
  const target = element("ol", { class: "written", lang: to });
  const lines = block("lines");
  const rows = block("rows", source, lines, target);
  const el = together("alignment", label, rows);
  let shown = { source: [], target: [], weights: null };
  let now = null;
  let [pitch, svg] = [HIGH, null];

  function draw(answer) {
    shown = { source: [], target: [], weights: null, ...answer };
    const count = Math.max(shown.source.length, shown.target.length, 1);
    pitch = Math.min(Math.max(TALL / count, LOW), HIGH);
    rows.style.setProperty("--pitch", `${pitch}px`);
    fill(source, shown.source, true);
    fill(target, shown.target, false);
    lines.replaceChildren(...picture(count * pitch));
    reachable(el);
    light(now);
  }

  // The ends of the lines, left and right.
  const ends = () => {
    const middle = (x) => (_, k) => [x, pitch * (k + 0.5)];
    return [shown.source.map(middle(0)), shown.target.map(middle(100))];
  };

  function picture(height) {
    const size = { viewBox: `0 0 100 ${height}`, preserveAspectRatio: "none" };
    const style = `height: ${height}px`;
    svg = shape("svg", { ...size, style, "aria-hidden": "true" });
    if (shown.weights || !shown.source.length) return [svg];
    const y = Math.min((pitch * shown.source.length) / 2, TALL / 2);
    const places = ends().flat();
    svg.append(...places.map((place) => thread(place, [50, y], true, 1.5)));
    const vector = { class: "vector", style: `top: ${y}px` };
    return [svg, element("span", vector, "c")];
  }

  // Row t of the weights stands out, with its numbers; null: no row does.
  function light(t) {
    now = t;
    const { weights } = shown;
    const numbers = shown.source.map((_, i) => short(weights?.[t]?.[i] ?? 0));
    mark(target.children, (k) => k === t);
    mark(source.children, (i) => numbers[i] !== "");
    numbers.forEach((number, i) => {
      const place = source.children[i].lastChild;
      if (place.textContent !== number) place.textContent = number;
    });
    if (!weights) return;
    svg.replaceChildren(...threads(weights, (k) => k === t, ends(), true));
  }

  // Row t is brought into sight where the picture is taller than its frame.
  function reveal(t) {
    const { offsetTop: top, offsetHeight: height } = target.children[t];
    const below = top - target.offsetTop + 2 * height - el.clientHeight;
    const above = top - target.offsetTop - height;
    el.scrollTop = Math.min(Math.max(el.scrollTop, below), Math.max(above, 0));
  }

  return { el, draw, light, reveal, rowAt: (y) => rowAt(target, y) };
}

// The words that a row of weights reads most, at most three, with their weights.
export const mostRead = (source, row) =>
  ranked(row)
    .slice(0, 3)
    .filter((s) => row[s] >= 0.05)
    .map((s) => `“${source[s]}” ${row[s].toFixed(2)}`)
    .join(", ");

// What scrolls can be reached with the keyboard, and nothing else.
export function reachable(el) {
  if (el.scrollHeight > el.clientHeight) el.tabIndex = 0;
  else el.removeAttribute("tabindex");
}

// The words of a list; those that stand there stay: while a model writes, all
// but the last.
function fill(list, words, numbered) {
  const there = [...list.children];
  const same = (text, k) => there[k]?.firstChild.textContent === text;
  const other = words.findIndex((text, k) => !same(text, k));
  const kept = other < 0 ? words.length : other;
  for (const item of there.slice(kept)) item.remove();
  list.append(...words.slice(kept).map((text) => word(text, numbered)));
}

function word(text, numbered) {
  const item = element("li", {}, element("span", { title: text }, text));
  if (numbered) item.append(element("span", { class: "number" }));
  return item;
}

function mark(parts, chosen) {
  [...parts].forEach((part, k) =>
    part.toggleAttribute("data-lit", chosen(k)),
  );
}

// The written word whose row is at height `y` of the window.
function rowAt(list, y) {
  const { top, height } = list.getBoundingClientRect();
  const count = list.children.length;
  return within(Math.floor(((y - top) / height) * count), count);
}
