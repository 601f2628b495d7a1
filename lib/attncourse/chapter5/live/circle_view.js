// The circle: a card for each child, and lines to whom one of them attends.

import { drawing, element, segment } from "../../live/shared/ui.js";

const SIZE = [100, 104]; // of the circle, in hundredths of its width
const HALF = [15.5, 9]; // of a card
const PLACES = [[50, 10], [84, 32], [84, 72], [50, 94], [16, 72], [16, 32]];
const APART = 1.6; // between the lines of two heads

// A ball, and its colour in words.
export function ball(name) {
  const style = `background: ${BALLS[name] ?? name}`;
  return element("span", {}, element("span", { class: "swatch disc", style }), name);
}

const BALLS = { red: "#e5383b", green: "#38a169", blue: "#3b82f6" };

export const tick = (right) =>
  element("b", { class: right ? "right" : "wrong" }, right ? "✓" : "✗");

// The way from the edge of one card to that of another, a little aside.
function between(one, other, aside) {
  const [dx, dy] = [0, 1].map((n) => PLACES[other][n] - PLACES[one][n]);
  const edge = Math.min(HALF[0] / Math.abs(dx), HALF[1] / Math.abs(dy)) + 0.02;
  const [x, y] = [-dy, dx].map((d) => (aside * d) / Math.hypot(dx, dy));
  return [edge, 1 - edge].flatMap((share) => [
    PLACES[one][0] + share * dx + x,
    PLACES[one][1] + share * dy + y,
  ]);
}

// Puts the cards of `group` in their places; gives {lines, draw}, where draw
// is told the weights of a child, head by head.
export function circleView(group) {
  const lines = drawing(...SIZE);
  const cards = [...group.children];
  cards.forEach((card, c) => {
    const [x, y] = PLACES[c];
    card.style.left = `${x}%`;
    card.style.top = `${(100 * y) / SIZE[1]}%`;
  });
  const line = (child, c, weight, h, aside) => {
    const drawn = segment(...between(child, c, aside), `head-${h + 1}`);
    drawn.setAttribute("stroke-width", (0.4 + 2 * weight).toFixed(2));
    drawn.setAttribute("stroke-opacity", weight.toFixed(3));
    return drawn;
  };
  const draw = (child, weights) => {
    lines.replaceChildren();
    cards.forEach((card, c) => {
      const most = Math.max(...weights.map((row) => row[c]));
      card.style.setProperty("--share", `${(100 * most).toFixed(1)}%`);
      if (c === child) return;
      weights.forEach((row, h, { length }) => {
        const aside = length > 1 ? APART * (2 * h - 1) : 0;
        // each head on its own side, from whichever child
        lines.append(line(child, c, row[c], h, aside));
      });
    });
  };
  return { lines, draw };
}

// The same weights as numbers; gives {el, write}.
export function weightTable(names) {
  const cells = [1, 2].map(() => names.map(() => element("td")));
  const top = names.map((name) => element("th", { scope: "col" }, name));
  const rows = cells.map((row, h) => {
    const name = element("th", { scope: "row" }, `head ${h + 1}`);
    return element("tr", { class: `head-${h + 1}` }, name, ...row);
  });
  const corner = element("tr", {}, element("td"), ...top);
  const el = element("table", {}, corner, ...rows);
  const write = (weights) =>
    cells.forEach((row, h) => {
      rows[h].classList.toggle("absent", h >= weights.length);
      row.forEach((td, c) => {
        const weight = weights[h]?.[c] ?? 0;
        td.textContent = weight.toFixed(2);
        td.style.setProperty("--share", `${(100 * weight).toFixed(1)}%`);
      });
    });
  return { el, write };
}
