// What it takes to train a model of a real size. The model holds `models`, each with
// its numbers of one sequence, `chips`, the share `used` of their peak, and the
// choices `which`, `chip`, `split`, and as powers of 2 `accelerators` and `each`.

import {
  bar, block, choose, chooser, frame, keep, labelled, pairOfBars, para, slider,
  traits,
} from "../../live/shared/ui.js";

const CHOICES = ["which", "chip", "accelerators", "each", "split"];
const [OWN, ADAM] = [4, 12]; // bytes: weights and gradients in 2, Adam's three copies in 4 each
const MACHINE = 8; // accelerators of one machine
const LONG = 1.5; // memories that the bar holds; its line stands at the first
const SHORT = 2; // bytes of a number that is kept, or sent
const UNITS = [[86400 * 365, "years"], [86400, "days"], [3600, "hours"], [60, "minutes"], [1, "s"], [1e-3, "ms"]];

const digits = (x) => (x >= 99.5 ? x.toFixed(0) : x.toPrecision(2));
const bytes = (x) => (x >= 1e9 ? `${digits(x / 1e9)} GB` : `${digits(x / 1e6)} MB`);
function spell(seconds) {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? UNITS.at(-1);
  return `${digits(seconds / size)} ${name}`;
}

// What one accelerator of `count` has to hold, compute and send in a step. Gradients
// are sent while the backward pass, two thirds of the work, still runs; those who keep
// a part of the optimizer send new weights after it. A ring of machines sends over all
// their links at once (Patarasuk and Yuan 2009).
export function demands(model, chip, used, count, each, split) {
  const state = (OWN + ADAM / (split ? count : 1)) * model.parameters;
  const kept = SHORT * (model.kept * each + model.masks);
  const computing = (3 * model.operations * each) / (chip.peak * used);
  const sent = ((2 * (count - 1)) / count) * SHORT * model.parameters;
  const sending = sent / (count > MACHINE ? Math.min(chip.near, MACHINE * chip.far) : chip.near);
  const later = split ? sending / 2 : 0;
  const steps = model.read / (count * each);
  const time = steps * (computing / 3 + Math.max((2 * computing) / 3, sending - later) + later);
  return { state, kept, computing, sent, sending, later, steps, time };
}

function verdict({ state, kept, computing, sending, later }, memory, split) {
  if (state > memory) return `Weights, gradients and optimizer state alone do not fit: ${split ? "take more accelerators" : "shard the optimizer"}.`;
  if (state + kept > memory) return "The activations do not fit: use fewer sequences on each, or recompute them.";
  if (sending - later > (2 * computing) / 3) return "Sending gradients takes longer than the backward pass: add sequences, or use a faster network.";
  if (!sending) return "It fits, and there is nothing to send.";
  return `It fits, and gradients are sent while the backward pass runs${later ? "; new weights come after it" : ""}.`;
}

function row(name, line = bar()) {
  const text = para("note");
  const el = block("demand", para("heading", name), line.track, text);
  const show = (words, ...shares) => { line.show(...shares.map((x) => Math.min(x, 1))); text.textContent = words; };
  return { el, show };
}

// What is needed before anything is read is filled; all that is needed is outlined.
function memoryRow() {
  const line = pairOfBars();
  line.track.classList.add("marked");
  line.track.style.setProperty("--first", `${100 / LONG}%`);
  return row("Memory (each)", line);
}

function render({ model, el }) {
  const [models, chips] = [model.get("models"), model.get("chips")];
  const places = (all) => all.map((_, k) => k);
  const names = (all) => all.map(({ label }) => label);
  const which = chooser(model, "which", places(models), "model", names(models));
  const chip = chooser(model, "chip", places(chips), "chip", names(chips));
  const ways = model.get("optimizers");
  const split = chooser(model, "split", places(ways), "optimizer", ways);
  const power = (label, name, most) =>
    slider(label, { min: 0, max: most, step: 1 }, (k) => String(2 ** k), (k) => choose(model, { [name]: k }));
  const [most, reads] = model.get("most");
  const count = power("accelerators", "accelerators", most);
  const each = power("sequences on each", "each", reads);
  const [memory, work, network] = [memoryRow(), row("Compute"), row("Network")];
  const [told, whole, said] = [para("note"), para("note"), para("say")];
  said.setAttribute("role", "status");
  el.append(frame(
    "scaling", "Training on many accelerators",
    labelled("model", which.group), told, labelled("chip", chip.group),
    labelled("optimizer", split.group),
    block("knobs", count.row, each.row),
    memory.el, work.el, network.el, whole, said,
  ));
  return keep(model, CHOICES, () => {
    const chosen = traits(model, CHOICES);
    const [one, device] = [models[chosen.which], chips[chosen.chip]];
    const [n, b] = [2 ** chosen.accelerators, 2 ** chosen.each];
    const found = demands(one, device, model.get("used"), n, b, chosen.split);
    const longest = Math.max(found.computing, found.sending);
    const fits = found.state + found.kept <= device.memory;
    told.textContent = one.told;
    which.show();
    chip.show();
    split.show();
    count.show(chosen.accelerators);
    each.show(chosen.each);
    const held = [found.state, found.state + found.kept].map((x) => x / device.memory / LONG);
    memory.show(
      `${bytes(found.state)} for weights, gradients and Adam (filled), ${bytes(found.kept)} for activations (hollow); the line marks ${bytes(device.memory)}, and the bar ends at ${bytes(LONG * device.memory)}`,
      ...held,
    );
    work.show(`${spell(found.computing)}, of which backward ${spell((2 * found.computing) / 3)}`, found.computing / longest);
    network.show(
      n > 1 ? `${spell(found.sending)} to send ${bytes(found.sent)}${chosen.split ? ", half of it gradients, half new weights" : ""}${n > MACHINE ? ", also to other machines" : ""}` : "nothing to send",
      found.sending / longest,
    );
    whole.textContent = `A step reads ${(n * b * one.tokens).toLocaleString("en")} ${one.reads}; the whole run takes ${Number(found.steps.toPrecision(2)).toLocaleString("en")} steps${fits ? `, ${spell(found.time)}` : ""}.`;
    said.textContent = verdict(found, device.memory, chosen.split);
  });
}

export default { render };
