// Four switches of a small Transformer, and the recorded training of each
// setting: the loss grows beside the cosines by depth. The model holds `runs`,
// each with its `moments` [step, loss, cosines].

import {
  axis, block, circle, drawing, ending, frame, keep, panel, para, report, ruled, steady,
  toggle, trace, traits,
} from "../../live/shared/ui.js";
import { playback } from "../../live/shared/playback.js";

const SWITCHES = {
  residual: "residual",
  post: "post-norm",
  feed_forward: "feed-forward",
  warm_up: "warm-up",
};
const NAMES = Object.keys(SWITCHES);
const ON = { residual: true, post: false, feed_forward: true, warm_up: true };
const PLOT = { left: 46, right: 326, top: 14, foot: 170 };
const WORST = 7; // where the scale of losses ends
const KEY = "━ this setting, ┅ residual, pre-norm, feed-forward, warm-up";
const up = axis(0, WORST, PLOT.foot, PLOT.top);
const alike = axis(0, 1, PLOT.foot, PLOT.top);

function drawLosses(plot, run, reference, k, steps) {
  const x = axis(0, steps.at(-1), PLOT.left, PLOT.right);
  const points = (moments) =>
    moments.map(([step, loss]) => [x(step), up(Math.min(loss, WORST))]);
  const seen = points(run.moments.slice(0, k + 1));
  const counts = steps.filter((_, i) => i % 3 === 0).map((n) => [x(n), n]);
  const levels = [0, 2, 4, 6].map((y) => [up(y), y]);
  plot.replaceChildren(
    ...ruled(PLOT, counts, levels, "steps"),
    trace(points(reference.moments), "other"),
    trace(seen, "curve"),
    circle(...seen.at(-1), 6, "spot"),
  );
}

function drawCosines(plot, run, reference, k) {
  const now = run.moments[Math.min(k, run.moments.length - 1)][2];
  const then = reference.moments[Math.min(k, reference.moments.length - 1)][2];
  const x = axis(0, now.length - 1, PLOT.left, PLOT.right);
  const points = (cosines) => cosines.map((c, n) => [x(n), alike(Math.max(c, 0))]);
  const counts = now.map((_, n) => [x(n), n]);
  const levels = [0, 0.5, 1].map((y) => [alike(y), y]);
  plot.replaceChildren(
    ...ruled(PLOT, counts, levels, "layers of the encoder"),
    trace(points(then), "other"),
    trace(points(now), "curve"),
    ...points(now).map(([a, b]) => circle(a, b, 4, "spot")),
  );
}

function told({ moments }, k) {
  const [step, loss, cosines] = moments[Math.min(k, moments.length - 1)];
  const stopped = k >= moments.length ? " There this run diverged." : "";
  return (
    `Step ${step}: loss ${loss.toFixed(2)} per token; mean cosine ` +
    `${cosines.at(-1).toFixed(2)} after layer ${cosines.length - 1}.${stopped}`
  );
}

function render({ model, el }) {
  const { runs } = traits(model, ["runs"]);
  const find = (state) => runs.find((run) => NAMES.every((n) => run[n] === state[n]));
  const reference = find(ON);
  const steps = reference.moments.map(([step]) => step);
  const switches = NAMES.map((name) => toggle(model, name, SWITCHES[name]));
  const plots = [1, 2].map(() => drawing(340, 210));
  const status = report();
  const draw = (k) => {
    const run = find(traits(model, NAMES));
    drawLosses(plots[0], run, reference, k, steps);
    drawCosines(plots[1], run, reference, k);
    status.textContent = told(run, k);
  };
  const said = (k) => `${steps[k]} of ${steps.at(-1)}`;
  const player = playback("Steps", steps.length, said, draw, status);
  const update = () => {
    switches.forEach(({ show }) => show());
    player.again();
  };
  const longest = runs.map((run) => told(run, steps.length));
  const panels = block(
    "panels",
    panel("Loss on sentences held out", plots[0]),
    panel("Mean cosine of two words", plots[1]),
  );
  const above = block("words", ...switches.map(({ button }) => button));
  const below = [player.row, player.buttons, steady(status, longest)];
  const parts = [above, panels, para("note", KEY), ...below];
  el.append(frame("switchboard", "A Transformer's parts, switched on and off", ...parts));
  player.go(steps.length - 1);
  return ending(keep(model, NAMES, update), player.rest(panels));
}

export default { render };
