// What both parts of the score figure use.

import { drawing, element, shape, signed } from "../shared/ui.js";

export const NAMES = ["h₁", "h₂", "h₃"];

export const listed = (weights) => weights.map((a) => a.toFixed(3)).join(", ");
export const round = (score) => Math.round(score * 10) / 10;
export const vector = (x, digits) =>
  `(${x.map((n) => signed(n, digits)).join(", ")})`;

// The sign of state i: a circle, a square, a triangle.
export function sign(i, x, y, size) {
  const r = size;
  const forms = [
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
    `M${x} ${y - 1.2 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}z`,
  ];
  return shape("path", { d: forms[i], class: "sign" });
}

export function named(i) {
  const mark = drawing(16, 16);
  mark.append(sign(i, 8, 8, 5.5));
  return element("span", { class: "state" }, mark, NAMES[i]);
}

// The bar and the number of a weight; show(weight) moves them.
export function weightBar() {
  const bar = element("span", { class: "bar" });
  const number = element("span", { class: "value weight" });
  const track = element("span", { class: "track", "aria-hidden": "true" }, bar);
  const show = (weight) => {
    bar.style.width = `${100 * weight}%`;
    number.textContent = weight.toFixed(3);
  };
  return { track, number, show };
}
