// A row of clocks: two hands, the angle between them, what they have in common,
// and its wave along the ruler.

import {
  axis, block, circle, drawing, element, path, segment, signed, trace,
} from "../../live/shared/ui.js";
import { OMEGA, PLACES, face } from "./encodings.js";

const DIAL = { side: 96, middle: 48, radius: 41 };
const WAVE = { width: 96, height: 30 };

const spot = ([x, y]) => {
  const { middle, radius } = DIAL;
  return [middle + radius * x, middle - radius * y];
};

// The smaller part of the dial between two hands.
function sector(one, other) {
  const [a, b] = [one, other].map(([x, y]) => Math.atan2(x, y));
  const apart = (b - a + 3 * Math.PI) % (2 * Math.PI) - Math.PI;
  const ends = [a, a + apart].map((turn) => spot([Math.sin(turn), Math.cos(turn)]));
  const { middle, radius } = DIAL;
  const arc = `A${radius} ${radius} 0 0 ${apart > 0 ? 1 : 0}`;
  return path(`M${middle} ${middle}L${ends[0].join(" ")}${arc} ${ends[1].join(" ")}Z`, "sector");
}

// The query's hand ends in an arrow, the key's in a disc.
function hand(place, name) {
  const { middle } = DIAL;
  const [x, y] = spot(place);
  const line = segment(middle, middle, x, y, name);
  if (name === "key") return [line, circle(x, y, 5, "key tip")];
  const length = Math.hypot(x - middle, y - middle) || 1;
  const [a, b] = [(x - middle) / length, (y - middle) / length];
  const side = (s) => [x - 10 * a - 5.5 * s * b, y - 10 * b + 5.5 * s * a];
  return [line, trace([side(1), [x + a, y + b], side(-1), side(1)], "query tip")];
}

const ticks = Array.from({ length: 12 }, (_, h) => {
  const turn = (h * Math.PI) / 6;
  return [h % 3 ? 0.93 : 0.86, 1].map((r) => [r * Math.sin(turn), r * Math.cos(turn)]);
});

function drawDial(dial, hands) {
  const { middle, radius } = DIAL;
  dial.replaceChildren(
    circle(middle, middle, radius, "dial"),
    sector(...hands),
    ...ticks.map(([from, to]) => segment(...spot(from), ...spot(to), "tick")),
    ...hand(hands[1], "key"),
    ...hand(hands[0], "query"),
    circle(middle, middle, 2.5, "pin"),
  );
}

function drawWave(drawn, wave, place) {
  const { width, height } = WAVE;
  const x = axis(0, PLACES - 1, 2, width - 2);
  const y = axis(-1, 1, height - 4, 4);
  drawn.replaceChildren(
    segment(2, y(0), width - 2, y(0), "grid"),
    trace(wave.map((value, s) => [x(s), y(value)]), "wave"),
    circle(x(place), y(wave[place]), 3.5, "mark"),
  );
}

// How many places one turn takes.
function lasts(encoding, i) {
  if (encoding === "learned") return "random";
  if (encoding !== "sinusoidal" && encoding !== "rotary") return "still";
  const places = (2 * Math.PI) / OMEGA[i];
  return places < 100 ? places.toFixed(1) : Math.round(places).toLocaleString("en");
}

function clock(i) {
  const dial = drawing(DIAL.side, DIAL.side);
  const wave = drawing(WAVE.width, WAVE.height);
  const [part, turn] = [element("strong"), element("span")];
  const el = block("readout clock", dial, part, wave, turn);
  const show = (encoding, place, hands, product, values) => {
    drawDial(dial, hands.map((hand) => face(encoding, hand)));
    drawWave(wave, values, place);
    part.textContent = signed(product, 2);
    turn.textContent = lasts(encoding, i);
  };
  return { el, show };
}

// All clocks; gives {el, show}, where show is told the state and what it shows.
export function clockRow() {
  const clocks = OMEGA.map((_, i) => clock(i));
  const el = block("clocks", ...clocks.map(({ el }) => el));
  const show = ({ encoding, places }, { query, key, parts, waves }) =>
    clocks.forEach(({ show }, i) => {
      const values = waves.map((each) => each[i]);
      show(encoding, places[1], [query[i], key[i]], parts[i], values);
    });
  return { el, show };
}
