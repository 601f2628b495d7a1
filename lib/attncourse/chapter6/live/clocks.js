// Two words on a ruler: clocks turn with their places, and a curve says what
// the query's score is with a key at each place. The model holds `encoding`,
// `places` (of the query, of the key), the rows of a `table`, and how many of
// them are `trained`.

import {
  choose, chooser, ending, frame, keep, labelled, para, report, signed, steady, traits,
} from "../../live/shared/ui.js";
import { clockRow } from "./clock_view.js";
import { shown } from "./encodings.js";
import { ruler } from "./ruler.js";

const TITLE = "Drag q or k, then move both: what does the score see?";
const KINDS = ["none", "learned", "sinusoidal", "rotary", "alibi"];
const LABELS = ["none", "learned", "sinusoidal", "rotary", "ALiBi"];
const STATE = ["encoding", "places"];
const NOTES = {
  none: `No encoding: the clocks show the words' own q and k, the same at all
    positions. No hand moves, the curve is flat, and attention cannot tell one
    position from another.`,
  learned: `A learned table has a row for each position, here filled with random
    numbers, as before training: neighbouring rows have nothing in common, so the
    curve jumps. Grey: positions beyond the texts of a training, whose rows would
    stay like this.`,
  sinusoidal: `Each pair of features of a row is the hand of a clock, which turns
    with the position. So the score depends on the distance alone, and it is
    largest where both positions are the same.`,
  rotary: `There is one q and one k for all words. Their positions turn each pair
    by an angle. This k was chosen so that the score is largest 5 positions back:
    a head can ask for a distance.`,
  alibi: `No clock turns: they show the words' own q and k, the same at all
    positions. ALiBi subtracts 1/16 from the score for each position of
    distance; thin lines are its other heads, with their own slopes. Keys after
    the query are hidden by the causal mask.`,
};
const LEGEND = `Each clock has a hand of the query and a hand of the key. Below
  it, from top to bottom: the dot product of the two hands, this product for a key
  at every position, and how many positions one turn takes. The score is the mean
  of the six products: `;

const stands = (encoding) => encoding === "none" || encoding === "alibi";
const written = (score) => (score === null ? "hidden" : signed(score, 2));

function distance([t, s]) {
  const [apart, plural] = [Math.abs(t - s), Math.abs(t - s) === 1 ? "" : "s"];
  if (!apart) return "at the same position";
  return `${apart} position${plural} ${s < t ? "before" : "after"} the query`;
}

// What a move of both words does to the score; `from` is where it began.
function compared({ places }, score, from) {
  if (from.places[0] === places[0]) return "";
  const [t, s] = from.places;
  const was = `Before, with q at ${t} and k at ${s}, it was ${written(from.score)}:`;
  const same = written(from.score) === written(score);
  return ` ${was} ${same ? "the same" : "another score at the same distance"}.`;
}

function told(state, score, from) {
  const [t, s] = state.places;
  const untold = state.encoding === "learned" && Math.max(t, s) >= state.trained;
  const value = untold
    ? `${written(score)}, by a row that was never trained`
    : written(score);
  const words = `Query at ${t}, key at ${s}: ${distance([t, s])}. Score ${value}.`;
  return words + compared(state, score, from);
}

// The rest of the legend's sum.
function summed({ encoding, places: [t, s] }, { parts, score }) {
  if (encoding !== "alibi") return `${signed(score, 2)}.`;
  const mean = signed(parts.reduce((sum, part) => sum + part, 0) / parts.length, 2);
  const rest = score === null ? "hidden" : `− ${t - s}/16 = ${signed(score, 2)}`;
  return `${mean}, with ALiBi ${rest}.`;
}

function render({ model, el }) {
  const read = () => traits(model, ["table", "trained", ...STATE]);
  const kinds = chooser(model, "encoding", KINDS, "encoding", LABELS);
  const clocks = clockRow();
  const line = ruler(read, (places) => choose(model, { places }));
  const [status, sum, note] = [report(), para("note"), para("note")];
  let from = null; // where the words had this distance first
  const longest = { places: [80, 89], encoding: "learned", trained: 0 };
  function update() {
    const state = read();
    const found = shown(state);
    const [t, s] = state.places;
    const now = { encoding: state.encoding, apart: t - s };
    if (from?.apart !== now.apart || from.encoding !== now.encoding) {
      from = { ...now, places: state.places, score: found.score };
    }
    kinds.show();
    clocks.el.classList.toggle("standing", stands(state.encoding));
    clocks.show(state, found);
    line.show(found);
    status.textContent = told(state, found.score, from);
    sum.textContent = LEGEND + summed(state, found);
    note.textContent = NOTES[state.encoding];
  }
  const words = [
    steady(status, [told(longest, -0.11, { places: [78, 87], score: 1 })]),
    steady(note, Object.values(NOTES)),
  ];
  const below = steady(sum, [`${LEGEND}0.00, with ALiBi − 00/16 = −0.00.`]);
  const above = labelled("encoding", kinds.group);
  const parts = [para("heading", TITLE), above, clocks.el, below, line.el, ...words];
  el.append(frame("clocks", "Clocks of two words on a ruler", ...parts));
  return ending(keep(model, STATE, update), line.end);
}

export default { render };
