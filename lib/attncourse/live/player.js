// The weights of a training, frame by frame.

import {
  axis, block, circle, drawing, frame, lettering, panel, report, segment,
  steady, trace, traits,
} from "./shared/ui.js";
import { playback } from "./playback.js";
import { matrix, scene, told } from "./panels.js";

const CURVE = { width: 320, height: 64 };

// One of the panels: {part, show}, where show(weights) draws one frame.
function framePanel({ name, outline }, state) {
  const drawn = state.image ? scene(state) : matrix(state, outline);
  const part = panel(name, drawn.picture);
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

function render({ model, el }) {
  const names = "steps panels rows columns labels image boxes".split(" ");
  const state = traits(model, names);
  const { steps, panels, labels } = state;
  const last = steps.length - 1;
  const maps = panels.map((each) => framePanel(each, state));
  const texts = steps.map(({ loss, weights }) => {
    const most = panels.map(({ name }, p) =>
      [name, told(weights[p], state)].filter(Boolean).join(": "),
    );
    return `Loss ${loss.toFixed(3)}; ${most.join("; ")}.`;
  });
  const losses = curve(steps);
  const status = report();
  const draw = (k) => {
    maps.forEach((map, p) => map.show(steps[k].weights[p]));
    losses.show(k);
    status.textContent = texts[k];
  };
  const said = (k) => `${steps[k].number} of ${steps[last].number}`;
  const player = playback(labels.unit, steps.length, said, draw, status);
  const desk = block("desk", losses.part, player.row, player.buttons);
  desk.append(steady(status, texts));
  const parts = block("panels", ...maps.map((map) => map.part), desk);
  el.append(frame("player", "Weights in training", parts));
  player.go(0);
  return player.rest(parts);
}

export default { render };
