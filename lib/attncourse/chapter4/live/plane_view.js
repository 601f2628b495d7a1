// The plane of the queries and keys, drawn and dragged, and the plane of the
// values.

import { argmax } from "../../live/shared/model.js";
import {
  axis, block, circle, drawing, element, lettering, movable, path, rect,
  segment, shape, signed, together, trace,
} from "../../live/shared/ui.js";
import { REACH, domain, off } from "./plane_attention.js";

const PLANE = { side: 340, low: 22, high: 322 };
const LARGEST = 19; // pixels of the disc of a key that has all the weight
const LOW = ["₁", "₂", "₃", "₄", "₅"];
export const named = (letter, i) => letter + LOW[i];
export const place = (point, digits = 1) =>
  `(${point.map((x) => signed(x, digits)).join(", ")})`;

const across = axis(-REACH, REACH, PLANE.low, PLANE.high);
const down = axis(-REACH, REACH, PLANE.high, PLANE.low);
const spot = ([x, y]) => [across(x), down(y)];

function arrow([x, y], [u, v], name) {
  const length = Math.hypot(u - x, v - y) || 1;
  const [a, b] = [(u - x) / length, (v - y) / length];
  const side = (s) => [u - 11 * a - 6 * s * b, v - 11 * b + 6 * s * a];
  const head = trace([side(1), [u, v], side(-1), side(1)], "head");
  const end = length > 8 ? [u - 8 * a, v - 8 * b] : [x, y];
  const shaft = ["casing", "shaft"].map((n) => segment(x, y, ...end, n));
  return shape("g", { class: name }, ...shaft, head);
}

// A letter beside the end of a vector, `turn` says on which side.
function beside(point, gap, turn, text) {
  const [x, y] = spot(point);
  const length = Math.hypot(...point);
  const [a, b] = length ? point.map((p) => p / length) : [0, 1];
  const [u, v] = [x + turn * gap * b, y + turn * gap * a + 4];
  return lettering(u, v, text, "middle", "number");
}

// All that has the score of the winner: a line across q, or a circle around it.
function level(q, k, score) {
  const [[x, y], [u, v]] = [spot(q), spot(k)];
  if (score === "gaussian") {
    const r = Math.hypot(x - u, y - v);
    return circle(x, y, r, "level");
  }
  const length = Math.hypot(...q);
  if (!length) return "";
  const [a, b] = q.map((m) => (2 * PLANE.side * m) / length);
  return segment(u - b, v - a, u + b, v + a, "level");
}

// Where each key wins; the part of the winner is lit.
function drawDomains(domains, best) {
  return domains.flatMap((polygon, i) => {
    if (!polygon.length) return [];
    const d = `M${polygon.map((p) => spot(p).join(" ")).join("L")}Z`;
    const name = i === best ? "domain lit" : "domain";
    return [path(d, name)];
  });
}

function axes() {
  const { low, high } = PLANE;
  const [x, y] = spot([0, 0]);
  return [
    rect(low, low, high - low, high - low, "edge"),
    segment(low, y, high, y, "grid"),
    segment(x, low, x, high, "grid"),
    ...[-REACH, 0, REACH].flatMap((n) => [
      lettering(across(n), high + 15, signed(n, 0)),
      lettering(low - 5, down(n) + 4, signed(n, 0), "end"),
    ]),
  ];
}

// What does not fit into the plane is cut off.
function cut(...parts) {
  const { low, high } = PLANE;
  const side = high - low;
  const size = { x: low, y: low, width: side, height: side };
  const viewBox = `${low} ${low} ${side} ${side}`;
  return shape("svg", { ...size, viewBox, class: "inside" }, ...parts);
}

function drawPlane(plane, { q, k, score }, weights) {
  const best = argmax(weights);
  const domains = k.map((_, i) => domain(i, k, score));
  const origin = spot([0, 0]);
  const radii = weights.map((a) => LARGEST * Math.sqrt(a));
  const places = k.map(spot);
  const round = (p, r, name) => circle(...p, r.toFixed(2), name);
  const broken = level(q, k[best], score);
  plane.replaceChildren(
    cut(...drawDomains(domains, best), broken),
    ...axes(),
    ...places.map((p) => segment(...origin, ...p, "stem")),
    ...places.map((p, i) => round(p, radii[i], "disc")),
    arrow(origin, spot(q), "query"),
    ...places.map((p) => round(p, 4.5, "point")),
    ...k.map((key, i) => beside(key, 15 + radii[i], 1, named("k", i))),
    beside(q, 16, -1, "q"),
  );
  return domains.map((polygon) => polygon.length > 0);
}

const tenth = (x) => Math.round(10 * x) / 10;
const reachable = (x) => tenth(Math.min(Math.max(x, -REACH), REACH));

// A vector as a button: dragged, or pushed by the arrow keys. `at` gives its
// place, `found` the place in the plane of an event, `move` is told a new one.
function handle(name, at, found, move) {
  const button = element("button", { type: "button", class: "handle" });
  const put = (place) => move(place.map(reachable));
  movable(button, at, found, put, [0.1, -0.1], [0.5, -0.5]);
  const show = () => {
    const [x, y] = spot(at());
    button.style.left = `${(100 * x) / PLANE.side}%`;
    button.style.top = `${(100 * y) / PLANE.side}%`;
    button.setAttribute("aria-label", `${name} ${place(at())}`);
  };
  return { button, show };
}

// The plane with all that can be moved in it. `read()` gives the state,
// `moved` is told what changed. Gives {el, draw(weights)}; draw says for each
// key whether any query makes it win.
export function planeView(count, read, moved) {
  const { side, low, high } = PLANE;
  const plane = drawing(side, side);
  const found = ({ clientX, clientY }) => {
    const { left, top, width } = plane.getBoundingClientRect();
    const value = axis(low, high, -REACH, REACH);
    const zoom = side / width;
    return [value((clientX - left) * zoom), -value((clientY - top) * zoom)];
  };
  const shift = (i) => (k) =>
    moved({ k: read().k.map((old, j) => (j === i ? k : old)) });
  const keys = Array.from({ length: count }, (_, i) =>
    handle(`key ${i + 1}`, () => read().k[i], found, shift(i)),
  );
  const put = (q) => moved({ q });
  const query = handle("query", () => read().q, found, put);
  const handles = [query, ...keys];
  const buttons = handles.map(({ button }) => button);
  const over = together("handles", "Query and keys", ...buttons);
  over.addEventListener("click", (event) => {
    if (event.target === over) put(found(event).map(reachable));
  });
  const el = block("view", plane, over);
  const draw = (weights) => {
    handles.forEach(({ show }) => show());
    return drawPlane(plane, read(), weights);
  };
  return { el, draw };
}

// The values, each as large as its weight, and the output between them.
export const SMALL = { side: 190, reach: 3 };

export function drawValues(plane, values, weights, output) {
  const { side, reach } = SMALL;
  const [low, high] = [4, side - 4];
  const right = axis(-reach, reach, low, high);
  const up = axis(-reach, reach, high, low);
  const at = ([x, y]) => [right(x), up(y)];
  const around = ([x, y], half, name) =>
    rect(x - half, y - half, 2 * half, 2 * half, name);
  const [[x, y], [u, v]] = [at([0, 0]), at(output)];
  const places = values.map(at);
  const pulls = places.map((p, i) => {
    const pull = segment(...p, u, v, "pull");
    pull.setAttribute("stroke-width", (12 * weights[i]).toFixed(2));
    return pull;
  });
  // The names stand away from the middle.
  const names = values.map((value, i) => {
    const size = Math.hypot(...value) || 1;
    const gap = 13 + 12 * Math.sqrt(weights[i]);
    const [a, b] = value.map((x) => (gap * x) / size);
    const [u, v] = [places[i][0] + a, places[i][1] - b + 4];
    return lettering(u, v, named("v", i), "middle", "number");
  });
  plane.replaceChildren(
    rect(low, low, high - low, high - low, "edge"),
    segment(low, y, high, y, "grid"),
    segment(x, low, x, high, "grid"),
    ...pulls,
    ...places.map((p, i) => around(p, 12 * Math.sqrt(weights[i]), "disc")),
    ...places.map((p) => around(p, 3.5, "point")),
    ...names,
    lettering(low + 6, high - 8, "values", "start"),
    path(`M${u} ${v - 8}l8 8l-8 8l-8-8z`, "mean"),
    lettering(u, v + 22, "o", "middle", "number"),
  );
}
