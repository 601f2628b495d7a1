// The gate: its bias and a number of steps S; what is left of the first symbol,
// and what trained LSTMs recall. The model holds `measured` (rows of gate_bias,
// length, accuracy, low, high, seeds), `chance`, `lengths`, `bias`, `steps`.

import {
  axis, block, choose, chooser, circle, dragged, drawing, element, frame, keep,
  labelled, lettering, panel, para, path, rect, report, ruled, segment, shape,
  signed, slider, steady, trace, traits,
} from "../../live/shared/ui.js";

const BIAS = { min: -2, max: 8, step: 0.5 };
const FLOOR = -30; // the power of ten where the scale ends
const PLOT = { left: 46, right: 326, top: 12, foot: 168 };
const PIPE = { top: 54, height: 44, gate: 70, width: 140 };
const JAR = { left: 22, top: 12, width: 40, height: 86 };
const NOTE = `Drawn is the gate at the start of training, at input 0: it is
  open by σ(b) at every step. Training moves it. The scale ends at 1e-30.`;

const sigmoid = (x) => 1 / (1 + Math.exp(-x));

// log10 of sigmoid(bias)^steps: the number itself may be too small to hold.
const leftover = (bias, steps) => -steps * Math.log10(1 + Math.exp(-bias));

// A share, given as a power of ten.
function written(power) {
  if (power > -1) return (10 ** power).toFixed(3);
  if (power > -3) return (10 ** power).toPrecision(2);
  const exponent = Math.floor(power);
  const digits = (10 ** (power - exponent)).toFixed(1);
  if (digits === "10.0") return `1.0e${exponent + 1}`;
  return `${digits}e${exponent}`;
}

function arrow(x, y, length) {
  const end = x + length;
  const head = [[end - 6, y - 4], [end, y], [end - 6, y + 4]];
  return trace([[x, y], [end, y], ...head], "thin");
}

// The state flows from the left; below the plate passes what is kept.
function drawValve(valve, open) {
  const { top, height, gate, width } = PIPE;
  const foot = top + height;
  const edge = foot - height * open;
  const flow = `M0 ${top}H${gate}V${edge}H${width}V${foot}H0Z`;
  const handle = rect(gate - 18, edge - height - 5, 36, 8, "plate");
  handle.setAttribute("rx", 4);
  valve.replaceChildren(
    path(flow, "state"),
    segment(0, foot, width, foot, "wall"),
    trace([[0, top], [gate - 9, top], [gate - 9, 8]], "wall"),
    trace([[width, top], [gate + 9, top], [gate + 9, 8]], "wall"),
    rect(gate - 5, edge - height, 10, height, "plate"),
    handle,
    arrow(12, foot + 13, 44),
    arrow(gate + 14, foot + 13, 44),
  );
}

// A vessel filled to a share of 0 to 1; one without a share is dashed.
function drawJar(jar, share) {
  const { left, top, width, height } = JAR;
  const [right, foot] = [left + width, top + height];
  const level = foot - height * (share ?? 0);
  const wall = [[left, top], [left, foot], [right, foot], [right, top]];
  jar.replaceChildren(
    rect(left, level, width, foot - level, "state"),
    trace(wall, share === null ? "wall unknown" : "wall"),
    lettering(left - 6, top + 6, "1", "end"),
    lettering(left - 6, foot + 2, "0", "end"),
  );
}

function drawLeft(plot, bias, steps) {
  const { left, right, top, foot } = PLOT;
  const across = axis(0, 3, left, right);
  const down = axis(0, FLOOR, top, foot);
  const counts = [0, 1, 2, 3].map((t) => [across(t), String(10 ** t)]);
  const powers = [0, -10, -20, -30].map((p) => [down(p), p ? `1e${p}` : "1"]);
  const curve = (b, name) => {
    const end = Math.min(3, Math.log10(FLOOR / leftover(b, 1)));
    const places = Array.from({ length: 61 }, (_, k) => (end * k) / 60);
    const point = (t) => [across(t), down(leftover(b, 10 ** t))];
    return trace(places.map(point), name);
  };
  const power = leftover(bias, steps);
  const [x, y] = [across(Math.log10(steps)), down(Math.max(power, FLOOR))];
  const [anchor, gap] = x > 170 ? ["end", -12] : ["start", 12];
  const place = Math.min(Math.max(y + 18, 32), foot - 10);
  plot.replaceChildren(
    ...ruled(PLOT, counts, powers, "steps i"),
    segment(x, top, x, foot, "cursor"),
    curve(0, "reference"),
    curve(bias, "curve"),
    power >= FLOOR
      ? circle(x, y, 6, "spot")
      : path(`M${x - 7} ${y - 6}h14l-7 12z`, "spot"),
    lettering(x + gap, place, written(power), anchor, "number"),
  );
}

function drawRecall(plot, rows, chance, bias) {
  const { left, right, top, foot } = PLOT;
  const across = axis(BIAS.min, BIAS.max, left + 8, right - 8);
  const down = axis(0, 1, foot, top);
  const biases = [-2, 0, 2, 4, 6, 8].map((b) => [across(b), signed(b, 0)]);
  const shares = [0, 0.5, 1].map((y) => [down(y), String(y)]);
  const points = rows.map(({ gate_bias, accuracy, low, high }) => {
    const x = across(gate_bias);
    const r = gate_bias === bias ? 7 : 4.5;
    const spread = segment(x, down(low), x, down(high), "spread");
    return shape("g", {}, spread, circle(x, down(accuracy), r, "spot"));
  });
  plot.replaceChildren(
    ...ruled(PLOT, biases, shares, "bias b at the start of training"),
    segment(across(bias), top, across(bias), foot, "cursor"),
    segment(left, down(chance), right, down(chance), "chance"),
    lettering(right, down(chance) - 5, "chance", "end"),
    ...points,
  );
}

function recalled(row) {
  if (!row) return "No LSTM was measured at this bias and length.";
  const [share, low, high] = [row.accuracy, row.low, row.high].map((part) =>
    part.toFixed(3),
  );
  const many = `${row.seeds} seeds, ${low} to ${high}`;
  const range = row.seeds > 1 ? many : "1 seed";
  return `LSTMs trained from this start recall ${share} (${range}).`;
}

function summary(bias, steps) {
  const left = written(leftover(bias, steps));
  const open = sigmoid(bias).toFixed(4);
  return (
    `σ(${signed(bias, 1)}) = ${open}, and ${open}^${steps} ≈ ${left}: ` +
    `after ${steps} steps ${left} of the first symbol is left.`
  );
}

const readout = (label, picture, number) =>
  block("readout", element("span", {}, label), picture, number);

// A dot below the slider's track at each bias that was measured.
function mark(input, biases) {
  const dots = biases.map((b) => {
    const share = (b - BIAS.min) / (BIAS.max - BIAS.min);
    const x = `calc(0.75rem + ${share} * (100% - 1.5rem))`;
    return `radial-gradient(circle at ${x} 88%, currentcolor 3px, #0000 4px)`;
  });
  input.style.backgroundImage = dots.join(", ");
}

function render({ model, el }) {
  const given = traits(model, ["lengths", "measured", "chance"]);
  const { lengths, measured, chance } = given;
  const set = (bias) => choose(model, { bias });
  const said = (b) => signed(b, 1);
  const biases = [...new Set(measured.map(({ gate_bias }) => gate_bias))];
  const label = "Bias b of the forget gate (• measured)";
  const bias = slider(label, BIAS, said, set);
  mark(bias.input, biases);
  const steps = chooser(model, "steps", lengths, "Steps S");
  const valve = drawing(PIPE.width, 118, { class: "valve" });
  const jars = [1, 2].map(() => drawing(84, 118));
  const plots = [1, 2].map(() => drawing(340, 208));
  const [open, left, recall] = ["open", "left", "recall"].map((name) =>
    element("strong", { class: name }),
  );
  const key = element("span");
  const status = report();
  const most = { accuracy: 1, low: 1, high: 1, seeds: 10 };

  // The reader pulls the plate: the nearest bias of the slider is chosen.
  const pipe = [0, PIPE.top, PIPE.width, PIPE.height];
  dragged(valve, () => pipe, (x, y) => {
    const wish = Math.round(Math.log((1 - y) / y) / BIAS.step) * BIAS.step;
    set(Math.min(Math.max(wish, BIAS.min), BIAS.max));
  });

  function update() {
    const [b, S] = [model.get("bias"), model.get("steps")];
    const rows = measured.filter(({ length }) => length === S);
    const row = rows.find(({ gate_bias }) => gate_bias === b);
    const power = leftover(b, S);
    bias.show(b);
    steps.show();
    drawValve(valve, sigmoid(b));
    drawJar(jars[0], 10 ** power);
    drawJar(jars[1], row ? row.accuracy : null);
    drawLeft(plots[0], b, S);
    drawRecall(plots[1], rows, chance, b);
    open.textContent = sigmoid(b).toFixed(4);
    left.textContent = written(power);
    recall.textContent = row ? row.accuracy.toFixed(3) : "?";
    key.textContent = rows.length
      ? `● S = ${S}: mean, lowest to highest`
      : `S = ${S}: nothing was measured`;
    status.textContent = `${summary(b, S)} ${recalled(row)}`;
  }

  const power = element("sup", {}, "i");
  const signs = ["━ this gate, σ(b)", power, ", ┅ bias 0"];
  el.append(
    frame(
      "gate",
      "The forget gate, opened by hand",
      bias.row,
      labelled("Steps S", steps.group),
      block(
        "apart readouts",
        readout("Passes the gate, each step", valve, open),
        readout("Left after S steps", jars[0], left),
        readout("Trained LSTMs recall", jars[1], recall),
      ),
      block(
        "panels",
        panel("Left of the first symbol", para("key", ...signs), plots[0]),
        panel("What trained LSTMs recall", para("key", key), plots[1]),
      ),
      steady(status, [`${summary(-1.5, 1000)} ${recalled(most)}`]),
      para("note", NOTE),
    ),
  );
  return keep(model, ["bias", "steps"], update);
}

export default { render };
