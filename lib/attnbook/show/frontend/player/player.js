// The weights of a training, frame by frame. Nothing moves until the reader
// presses play; where motion is unwanted, slider and steps do all.

import {
  action, axis, block, circle, drawing, frame, lettering, para, report, segment,
  slider, steady, trace, traits, within,
} from "../shared/ui.js";
import { matrix, scene, told } from "./panels.js";

const WAIT = 250; // milliseconds: four frames a second
const CURVE = { width: 320, height: 64 };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// One of the panels: {part, show}, where show(weights) draws one frame.
function panel({ name, outline }, state) {
  const drawn = state.image ? scene(state) : matrix(state, outline);
  const part = block("panel", para("heading", name), drawn.picture);
  return { part, show: drawn.show };
}

// The loss of all frames, and a mark: {part, show}.
function curve(steps) {
  const { width, height } = CURVE;
  const x = axis(0, Math.max(steps.length - 1, 1), 12, width - 12);
  const top = Math.max(...steps.map(({ loss }) => loss), 1e-9);
  const y = axis(0, top, height - 4, 18);
  const part = drawing(width, height, { class: "losses" });
  const mark = circle(0, 0, 6, "mark");
  part.append(
    segment(12, y(0), width - 12, y(0), "grid"),
    trace(steps.map(({ loss }, k) => [x(k), y(loss)]), "loss"),
    lettering(width - 12, 12, "loss", "end"),
    mark,
  );
  const show = (k) => {
    mark.setAttribute("cx", x(k));
    mark.setAttribute("cy", y(steps[k].loss));
  };
  return { part, show };
}

// Counts on from `here` to the last of `count` frames: {toggle, pause}.
function clock(here, count, show, changed) {
  let timer = 0;
  const pause = () => {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    changed(false);
  };
  const toggle = () => {
    if (timer || calm.matches) return pause();
    changed(true);
    if (here() === count - 1) show(0);
    timer = setInterval(() => {
      show(here() + 1);
      if (here() === count - 1) pause();
    }, WAIT);
  };
  return { toggle, pause };
}

function render({ model, el }) {
  const names = "steps panels rows columns labels image boxes".split(" ");
  const state = traits(model, names);
  const { steps, panels, labels } = state;
  const last = steps.length - 1;
  const maps = panels.map((each) => panel(each, state));
  const texts = steps.map(({ loss, weights }) => {
    const most = panels.map(({ name }, p) =>
      `${name} ${told(weights[p], state)}`.trim(),
    );
    return `Loss ${loss.toFixed(3)}; ${most.join("; ")}.`;
  });
  const losses = curve(steps);
  const status = report();
  let here = last;
  const show = (k) => {
    here = within(k, steps.length);
    maps.forEach((map, p) => map.show(steps[here].weights[p]));
    losses.show(here);
    control.show(here);
    status.textContent = texts[here];
    back.disabled = here === 0;
    forward.disabled = here === last;
  };
  const go = (k) => {
    player.pause();
    show(k);
  };
  const player = clock(() => here, steps.length, show, (playing) => {
    play.textContent = playing ? "pause" : "play";
    status.setAttribute("aria-live", playing ? "off" : "polite");
  });
  const [back, play, forward] = [
    action("step back", () => go(here - 1)),
    action("play", player.toggle),
    action("step forward", () => go(here + 1)),
  ];
  play.classList.add("play");
  const said = (k) => `${steps[k].number} of ${steps[last].number}`;
  const control = slider(labels.unit, { min: 0, max: last }, said, go);
  const buttons = block("words", back, play, forward);
  const desk = block("desk", losses.part, control.row, buttons);
  desk.append(steady(status, texts));
  const parts = block("panels", ...maps.map((map) => map.part), desk);
  el.append(frame("player", "Weights in training", parts));
  show(last);
  const observer = new IntersectionObserver((seen) => {
    if (!seen.at(-1).isIntersecting) player.pause();
  });
  observer.observe(parts);
  calm.addEventListener("change", player.pause);
  return () => {
    player.pause();
    observer.disconnect();
    calm.removeEventListener("change", player.pause);
  };
}

export default { render };
