// The weights of a training, frame by frame. Nothing moves until the reader
// presses play; where motion is unwanted, slider and steps do all.

import {
  action, axis, drawing, element, frame, lettering, segment, shape, slider,
  steady, trace, within,
} from "../shared/ui.js";

const WAIT = 250; // milliseconds: four frames a second
const SIDE = 30;
const CURVE = { width: 320, height: 64 };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// One matrix: {part, show}, where show(weights) draws one frame.
function panel({ name, outline }, rows, columns, labels, image) {
  const wide = (words) => 14 + 7 * Math.max(...words.map((w) => w.length));
  const upright = columns.every((word) => word.length < 4);
  const left = image ? 1 : wide(rows) + 18;
  const top = image ? 1 : (upright ? 22 : wide(columns)) + 18;
  const [width, height] = [SIDE * columns.length, SIDE * rows.length];
  const at = (row, column) => ({
    x: left + SIDE * column, y: top + SIDE * row, width: SIDE, height: SIDE,
  });
  const picture = drawing(left + width + 2, top + height + 2);
  const place = { x: left, y: top, width, height };
  picture.append(shape("rect", { ...place, class: "paper" }));
  const cells = rows.map((_, t) =>
    columns.map((_, s) => shape("rect", { ...at(t, s), class: "cell" })),
  );
  picture.append(...cells.flat());
  if (image) {
    const whole = { ...place, href: image, preserveAspectRatio: "none" };
    picture.append(shape("image", whole));
  } else {
    picture.append(...words(rows, columns, labels, left, top, upright));
  }
  for (const [t, s] of outline) {
    picture.append(shape("rect", { ...at(t, s), class: "outline" }));
  }
  const heading = element("p", { class: "heading" }, name);
  const part = element("div", { class: "panel" }, heading, picture);
  const show = (weights) =>
    weights.forEach((line, t) =>
      line.forEach((a, s) => cells[t][s].setAttribute("fill-opacity", a / 100)),
    );
  return { part, show };
}

function words(rows, columns, { x, y }, left, top, upright) {
  const middle = [SIDE * columns.length, SIDE * rows.length].map((n) => n / 2);
  const side = lettering(0, 0, y);
  side.setAttribute("transform", `translate(12 ${top + middle[1]}) rotate(-90)`);
  const across = columns.map((word, s) => {
    const text = lettering(0, 0, word, upright ? "middle" : "start");
    const place = `translate(${left + SIDE * (s + 0.5)} ${top - 8})`;
    const turn = upright ? "" : " translate(4 0) rotate(-90)";
    text.setAttribute("transform", place + turn);
    return text;
  });
  const down = rows.map((word, t) =>
    lettering(left - 6, top + SIDE * (t + 0.5) + 4, word, "end"),
  );
  return [lettering(left + middle[0], 12, x), side, ...across, ...down];
}

// The loss of all frames, and a mark: {part, show}.
function curve(steps) {
  const { width, height } = CURVE;
  const x = axis(0, Math.max(steps.length - 1, 1), 12, width - 12);
  const top = Math.max(...steps.map(({ loss }) => loss), 1e-9);
  const y = axis(0, top, height - 4, 18);
  const part = drawing(width, height, { class: "losses" });
  const mark = shape("circle", { r: 6, class: "mark" });
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

// What one frame shows, in words.
function told({ loss, weights }, panels, rows, columns) {
  const largest = panels.map(({ name }, p) => {
    const a = Math.max(...weights[p].flat());
    const t = weights[p].findIndex((line) => line.includes(a));
    const where = `row ${rows[t]}, column ${columns[weights[p][t].indexOf(a)]}`;
    return `${name} largest weight ${(a / 100).toFixed(2)} (${where})`.trim();
  });
  return `Loss ${loss.toFixed(3)}; ${largest.join("; ")}.`;
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
  const [steps, panels, rows, columns, labels, image] = [
    "steps", "panels", "rows", "columns", "labels", "image",
  ].map((name) => model.get(name));
  const last = steps.length - 1;
  const maps = panels.map((p) => panel(p, rows, columns, labels, image));
  const texts = steps.map((step) => told(step, panels, rows, columns));
  const losses = curve(steps);
  const status = element("p", { role: "status" });
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
  const buttons = element("div", { class: "words" }, back, play, forward);
  const parts = element("div", { class: "panels" }, ...maps.map((m) => m.part));
  const below = [losses.part, control.row, buttons, steady(status, texts)];
  el.append(frame("player", "Weights in training", parts, ...below));
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
