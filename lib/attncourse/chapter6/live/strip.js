// The sequence, 32 symbols a row: what is right, wrong, not asked. And what the
// heads attend to from one of its places, in the same rows.

import { ARROWS, block, drawing, element, path, rect, shape } from "../../live/shared/ui.js";

const COLUMNS = 32;
const UNIT = 5; // of a map, a cell

const spot = (k) => [k % COLUMNS, Math.floor(k / COLUMNS)];

// Another place by a key, or null.
function stepped({ key }, place, length) {
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  if (!(key in ARROWS)) return null;
  const [right, down] = ARROWS[key];
  const to = place + right + COLUMNS * down;
  return to < 0 || to >= length ? place : to;
}

// The strip of `count` places, of which the first `trained` were seen in
// training; `chosen` is told a place. Gives {el, show}.
export function strip(count, trained, chosen) {
  const cells = Array.from({ length: count }, () => element("span"));
  const note = `▲ trained on up to ${trained} symbols`;
  const rule = element("span", { class: "rule" }, note, element("span", {}, "longer ▼"));
  const look = { role: "slider", tabindex: 0, "aria-label": "position", "aria-valuemin": 0 };
  const all = [...cells.slice(0, trained), rule, ...cells.slice(trained)];
  const el = element("div", { class: "strip", ...look }, ...all);
  let now = { place: 0, length: count };
  const point = ({ type, target, buttons }) => {
    const k = cells.indexOf(target);
    const held = type === "pointerdown" || buttons === 1;
    if (held && k >= 0 && k < now.length) chosen(k);
  };
  el.addEventListener("pointerdown", point);
  el.addEventListener("pointerover", point);
  el.addEventListener("keydown", (event) => {
    const to = stepped(event, now.place, now.length);
    if (to === null) return;
    event.preventDefault();
    chosen(to);
  });
  // `texts` are the symbols, `places` what judged() gives
  const show = ({ place, length }, texts, places) => {
    now = { place, length };
    const { look } = places[place];
    cells.forEach((cell, k) => {
      const name = k < length ? places[k].verdict : "absent";
      const half = k === Math.floor(length / 2) ? " half" : "";
      const sign = k === place ? " asks" : k === look ? " answers" : "";
      cell.className = `cell ${name}${half}${sign}`;
      cell.textContent = k < length ? texts[k] : "";
    });
    el.setAttribute("aria-valuemax", length - 1);
    el.setAttribute("aria-valuenow", place);
    el.setAttribute("aria-valuetext", `${place}: ${texts[place]}, ${places[place].verdict}`);
  };
  return { el, show };
}

// The part of a map that the first `length` places fill.
function filled(length) {
  const [right, full] = spot(length);
  const width = COLUMNS * UNIT;
  const last = right ? `V${UNIT * (full + 1)}H0` : "H0";
  const step = right ? `H${UNIT * right}` : "";
  return path(`M0 0H${width}V${UNIT * full}${step}${last}Z`, "present");
}

const framed = (k, name) => {
  const [x, y] = spot(k);
  return rect(UNIT * x - 1.5, UNIT * y - 1.5, UNIT + 3, UNIT + 3, name);
};

// The map of one head: {el, show}, where show is told the weights of the place
// or null.
function headMap(name, count) {
  const rows = count / COLUMNS;
  const picture = drawing(COLUMNS * UNIT, rows * UNIT);
  const cells = Array.from({ length: count }, (_, k) => {
    const [x, y] = spot(k);
    return rect(UNIT * x, UNIT * y, UNIT, UNIT, "weight");
  });
  const [ground, signs] = [shape("g"), shape("g")];
  picture.append(ground, ...cells, signs);
  const share = element("strong");
  const title = element("span", { class: "apart" }, name, share);
  const show = ({ place, length }, look, weights) => {
    ground.replaceChildren(filled(length));
    cells.forEach((cell, k) =>
      cell.setAttribute("fill-opacity", (weights?.[k] ?? 0).toFixed(3)),
    );
    const found = look < 0 ? [] : [framed(look, "answers")];
    signs.replaceChildren(framed(place, "asks"), ...found);
    share.textContent = weights && look >= 0 ? weights[look].toFixed(2) : "";
  };
  return { el: block("head", title, picture), show };
}

// The maps of all heads, a column for each layer; gives {el, show}.
export function headMaps(layers, heads, count) {
  const maps = Array.from({ length: layers * heads }, (_, k) => {
    const [h, l] = [Math.floor(k / layers), k % layers];
    return { l, h, ...headMap(`layer ${l + 1}, head ${h + 1}`, count) };
  });
  const el = block("maps", ...maps.map(({ el }) => el));
  const show = (now, look, weights) =>
    maps.forEach(({ l, h, show }) => show(now, look, weights?.[l][h][now.place]));
  return { el, show };
}
