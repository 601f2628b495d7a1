// A layer that the reader trains. The model holds the settings: `task`, `heads`,
// `width`, `rate`, `seed`, and the switches.

import {
  action, among, block, choose, chooser, ending, follow, frame, labelled, panel, para,
  report, steady, toggle, traits,
} from "../../live/shared/ui.js";
import { learner } from "./learner.js";
import { shareChoices } from "../../live/shared/sharing.js";
import { BACK } from "./tasks.js";
import { headMaps, lossCurve } from "./train_here_view.js";
import { LIMIT, restUnseen, training } from "./training.js";

const TITLE = "Train a layer of self-attention";
const NAMES = {
  one: "one question", two: "two questions", back: `${BACK} places back`,
};
const NOTES = {
  one: "A row is a child, A to F. Outlined is the child it asks about.",
  two: "A row is a child, A to F. Outlined are the two it asks about, the second dashed.",
  back: `A row is a letter. Outlined is the letter ${BACK} places back.`,
};
const LISTS = {
  heads: ["heads", [1, 2, 4]], width: ["width", [8, 16, 32]],
  rate: ["learning rate", [0.001, 0.01, 0.1]],
};
const SWITCHES = {
  scaled: "divide by √K", causal: "causal mask", positions: "positions",
  residual: "residual",
};
const SEEDS = 9;

// What each setting may be.
const SETTINGS = {
  task: among(...Object.keys(NAMES)),
  seed: among(...Array.from({ length: SEEDS }, (_, k) => k + 1)),
};
for (const name in LISTS) SETTINGS[name] = among(...LISTS[name][1]);
for (const name in SWITCHES) SETTINGS[name] = among(true, false);

// The sequence that is looked at: names of its rows, and the cells to outline.
function example({ task, shown }) {
  const { length, inputs, questions } = task;
  const names = Array.from({ length }, (_, t) => {
    const own = shown.x.subarray(t * inputs, (t + 1) * inputs);
    return "ABCDEF"[own.indexOf(1)];
  });
  const outlines = Array.from({ length: length * questions }, (_, i) => [
    Math.floor(i / questions), shown.seen[i], i % questions,
  ]);
  return { names, outlines: outlines.filter(([, s]) => s >= 0) };
}

// What the status says.
function told(updates, { loss, right }, guess) {
  const shares = right.map((share) => `${Math.round(100 * share)}\u00a0%`).join(" and ");
  return `Update ${updates} of ${LIMIT}. On new examples: loss ${loss.toFixed(3)} (a guess: ${guess.toFixed(3)}), right: ${shares}.`;
}

// All that the reader may change: {part, show}.
function controls(model) {
  const task = chooser(model, "task", Object.keys(NAMES), "task", Object.values(NAMES));
  const lists = Object.entries(LISTS).map(([name, [title, values]]) => {
    const { group, show } = chooser(model, name, values, title);
    return { part: labelled(title, group), show };
  });
  const turns = Object.entries(SWITCHES).map(([name, text]) => toggle(model, name, text));
  const part = block(
    "controls",
    task.group,
    block("sizes", ...lists.map((list) => list.part)),
    block("words", ...turns.map(({ button }) => button)),
  );
  const show = () => [task, ...lists, ...turns].forEach((one) => one.show());
  return { part, show };
}

// Train or pause, step, and start anew with other first numbers.
function buttons(model, acts) {
  const train = action("train", () => acts.train());
  const step = action("step", () => acts.step());
  const seed = () => (model.get("seed") % SEEDS) + 1;
  const anew = action("start anew", () => choose(model, { seed: seed() }));
  train.classList.add("main");
  return { train, step, row: block("words", train, step, anew) };
}

function render({ model, el }) {
  const names = Object.keys(SETTINGS);
  const [set, curve, maps] = [controls(model), lossCurve(LIMIT), headMaps()];
  const [status, note] = [report(), para("note")];
  const acts = training(() => learner(traits(model, names)), {
    begun(own) {
      const { heads, causal } = traits(model, ["heads", "causal"]);
      maps.begin({ heads, causal, ...example(own) });
      note.textContent = NOTES[own.name];
    },
    drawn({ losses, look, task }, before) {
      const [found, guess] = [look(), Math.log(task.choices)];
      curve.show({ losses, before, guess });
      maps.show(found.heads);
      status.textContent = told(losses.length, found, guess);
      press.step.disabled = losses.length === LIMIT;
    },
    changed(going) {
      press.train.textContent = going ? "pause" : "train";
      status.setAttribute("aria-live", going ? "off" : "polite");
    },
  });
  const press = buttons(model, acts);
  const begin = () => {
    set.show();
    acts.begin();
  };
  const longest = told(LIMIT, { loss: 10, right: [1, 1] }, 1);
  const left = panel("Loss (dashed: the training before)", curve.part, press.row, steady(status, [longest]));
  const right = panel("Weights on one example", maps.part, steady(note, Object.values(NOTES)));
  const both = block("panels", left, right);
  el.append(frame("train_here", TITLE, para("heading", TITLE), set.part, both));
  shareChoices(el, model, SETTINGS);
  begin();
  return ending(follow(model, names, begin), restUnseen(both, acts.rest), curve.end);
}

export default { render };
