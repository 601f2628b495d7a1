// A picture of who reads whom: source words left, written words right, and
// between them lines as wide as the weights. A model that reads one vector has
// the vector in the middle, and every line goes through it.

import { element, within } from "../shared/ui.js";

const WIDEST = 11; // pixels of a line of weight 1
const FAINT = 0.03; // a weight below this gets no line
const [TALL, LOW, HIGH] = [420, 15, 34]; // pixels: the picture, a row

export function alignmentLines(label, [from, to]) {
  const source = element("ol", { class: "read", lang: from });
  const target = element("ol", { class: "written", lang: to });
  const lines = element("div", { class: "lines" });
  const rows = element("div", { class: "rows" }, source, lines, target);
  const el = element("div", { class: "alignment", role: "group" }, rows);
  el.setAttribute("aria-label", label);
  let shown = { source: [], target: [], weights: null };
  let now = null;

  function draw(answer) {
    shown = { source: [], target: [], weights: null, ...answer };
    const count = Math.max(shown.source.length, shown.target.length, 1);
    const pitch = Math.min(Math.max(TALL / count, LOW), HIGH);
    rows.style.setProperty("--pitch", `${pitch}px`);
    source.replaceChildren(...shown.source.map((w) => word(w, true)));
    target.replaceChildren(...shown.target.map((w) => word(w, false)));
    const { weights } = shown;
    lines.innerHTML = weights ? threads(shown, pitch) : funnel(shown, pitch);
    reachable(el);
    light(now);
  }

  // Row t of the weights stands out, with its numbers; null: no row does.
  function light(t) {
    now = t;
    const weights = shown.weights?.[t];
    mark(target.children, (_, k) => k === t);
    mark(source.children, (item, i) => {
      const weight = weights?.[i] ?? 0;
      const seen = weight >= FAINT;
      item.lastChild.textContent = seen ? short(weight) : "";
      return seen;
    });
    const paths = lines.querySelectorAll("path");
    mark(paths, (path) => path.dataset.t === `${t}`);
    // The last one drawn lies on top.
    const lit = [...paths].filter((path) => "lit" in path.dataset);
    lit.forEach((path) => path.parentNode.append(path));
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

// What scrolls can be reached with the keyboard, and nothing else.
export function reachable(el) {
  if (el.scrollHeight > el.clientHeight) el.tabIndex = 0;
  else el.removeAttribute("tabindex");
}

function word(text, numbered) {
  const item = element("li", {}, element("span", { title: text }, text));
  if (numbered) item.append(element("span", { class: "number" }));
  return item;
}

// Two digits: .88, and 1 for what rounds to it.
function short(weight) {
  return weight < 0.995 ? weight.toFixed(2).slice(1) : "1";
}

function mark(parts, chosen) {
  [...parts].forEach((part, k) =>
    part.toggleAttribute("data-lit", chosen(part, k)),
  );
}

// The written word whose row is at height `y` of the window.
function rowAt(list, y) {
  const { top, height } = list.getBoundingClientRect();
  const count = list.children.length;
  return within(Math.floor(((y - top) / height) * count), count);
}

function svg(height, content) {
  return (
    `<svg viewBox="0 0 100 ${height}" style="height:${height}px" ` +
    `preserveAspectRatio="none" aria-hidden="true">${content}</svg>`
  );
}

function line([x, y], [u, v], width, t) {
  const middle = (x + u) / 2;
  return (
    `<path d="M${x},${y}C${middle},${y} ${middle},${v} ${u},${v}" ` +
    `stroke-width="${width.toFixed(1)}" data-t="${t}"/>`
  );
}

function threads({ source, target, weights }, pitch) {
  const middle = (k) => pitch * (k + 0.5);
  const paths = weights.flatMap((weighed, t) =>
    [...weighed].map((weight, i) =>
      weight < FAINT
        ? ""
        : line([0, middle(i)], [100, middle(t)], WIDEST * weight, t),
    ),
  );
  const count = Math.max(source.length, target.length);
  return svg(count * pitch, paths.join(""));
}

function funnel({ source, target }, pitch) {
  if (!source.length) return "";
  const count = Math.max(source.length, target.length);
  const middle = (k) => pitch * (k + 0.5);
  const waist = [50, Math.min(middle((source.length - 1) / 2), TALL / 2)];
  const into = source.map((_, i) => line([0, middle(i)], waist, 1.5, ""));
  const out = target.map((_, t) => line(waist, [100, middle(t)], 1.5, ""));
  const vector = `<span class="vector" style="top:${waist[1]}px">c</span>`;
  return svg(count * pitch, [...into, ...out].join("")) + vector;
}
