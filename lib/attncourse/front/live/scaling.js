// What it takes to train a model of a real size. The model holds `models`, each with
// its numbers of one sequence, `chips`, the share `used` of their peak, and the
// choices `which`, `chip`, and as powers of 2 `accelerators` and `each`.

import {
  bar, block, choose, chooser, frame, keep, labelled, para, slider, traits,
} from "../../live/shared/ui.js";

const CHOICES = ["which", "chip", "accelerators", "each"];
const STATE = 16; // bytes: weights and gradients in 2, Adam's copies in 4 each
const SHORT = 2; // bytes of a number that is kept, or sent
const UNITS = [[86400 * 365, "years"], [86400, "days"], [3600, "hours"], [60, "minutes"], [1, "s"], [1e-3, "ms"]];

const digits = (x) => (x >= 100 ? x.toFixed(0) : x.toPrecision(2));
const bytes = (x) => (x >= 1e9 ? `${digits(x / 1e9)} GB` : `${digits(x / 1e6)} MB`);
function spell(seconds) {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? UNITS.at(-1);
  return `${digits(seconds / size)} ${name}`;
}

// What one accelerator of `count` has to hold, compute and send in a step.
export function demands(model, chip, used, count, each) {
  const state = STATE * model.parameters;
  const kept = SHORT * (model.kept * each + model.masks);
  const computing = (3 * model.operations * each) / (chip.peak * used);
  const sent = ((2 * (count - 1)) / count) * SHORT * model.parameters;
  const sending = sent / chip.link;
  const steps = model.read / (count * each);
  return { state, kept, computing, sent, sending, steps, time: steps * Math.max(computing, sending) };
}

function verdict({ state, kept, computing, sending }, memory) {
  if (state > memory) return "One accelerator cannot even hold the weights and their optimizer: they must be split.";
  if (state + kept > memory) return "What the backward pass needs does not fit: fewer sequences, or compute it again.";
  if (sending > computing) return "Sending gradients takes longer than computing them: more sequences on each, or a faster network.";
  return "It fits, and computing takes longer than sending, which can happen meanwhile.";
}

function row(name) {
  const [line, text] = [bar(), para("note")];
  const el = block("demand", para("heading", name), line.track, text);
  return { el, show: (share, words) => { line.show(Math.min(share, 1)); text.textContent = words; } };
}

function render({ model, el }) {
  const [models, chips] = [model.get("models"), model.get("chips")];
  const places = (all) => all.map((_, k) => k);
  const names = (all) => all.map(({ label }) => label);
  const which = chooser(model, "which", places(models), "model", names(models));
  const chip = chooser(model, "chip", places(chips), "accelerator", names(chips));
  const power = (label, name, most) =>
    slider(label, { min: 0, max: most, step: 1 }, (k) => String(2 ** k), (k) => choose(model, { [name]: k }));
  const count = power("accelerators", "accelerators", 10);
  const each = power("sequences on each", "each", 8);
  const [memory, network] = [row("Memory of one"), row("Sending against computing")];
  const [told, whole, said] = [para("note"), para("note"), para("say")];
  said.setAttribute("role", "status");
  el.append(frame(
    "scaling", "Training on many accelerators",
    labelled("model", which.group), told, labelled("accelerator", chip.group),
    block("knobs", count.row, each.row),
    memory.el, network.el, whole, said,
  ));
  return keep(model, CHOICES, () => {
    const chosen = traits(model, CHOICES);
    const [one, device] = [models[chosen.which], chips[chosen.chip]];
    const [n, b] = [2 ** chosen.accelerators, 2 ** chosen.each];
    const found = demands(one, device, model.get("used"), n, b);
    told.textContent = one.told;
    which.show();
    chip.show();
    count.show(chosen.accelerators);
    each.show(chosen.each);
    memory.show((found.state + found.kept) / device.memory,
      `${bytes(found.state)} for weights, gradients and Adam, ${bytes(found.kept)} for the backward pass, of ${bytes(device.memory)}`);
    network.show(found.sending / (found.sending + found.computing),
      `${spell(found.computing)} of computing, ${spell(found.sending)} to send ${bytes(found.sent)}`);
    whole.textContent = `A step reads ${(n * b * one.tokens).toLocaleString("en")} tokens; the whole training takes ${Math.ceil(found.steps).toLocaleString("en")} steps, ${spell(found.time)}.`;
    said.textContent = verdict(found, device.memory);
  });
}

export default { render };
