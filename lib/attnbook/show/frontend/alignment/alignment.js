// The alignment explorer. Two rows of words (on a phone two columns) and lines
// between them as wide as the weights; below, the heat map. Pointing at a word
// previews it, a click or the keyboard pins it. The model holds `examples`
// ({source, caption, variants: [{name, target, weights, known}]}), the
// `languages` of both sides, and the choices `example`, `variant`, `side` and
// `word`. A variant without weights reads one vector.

import { short } from "../shared/threads.js";
import {
  block, choose, drawing, element, fitted, follow, frame, para, picker,
  radiogroup, report, shape, steady, within,
} from "../shared/ui.js";
import {
  FRAME, SIDES, drawHeat, ends, links, shares, summary,
} from "./word_links.js";

const NARROW = 560; // pixels: a smaller figure has columns
const LETTERS = [16, 15, 14, 13, 12]; // pixels, of words in a row
const ROW = { narrow: 17, wide: 15, beside: 21 }; // pixels, of a heat map
const PITCH = { narrow: 46, wide: 34 }; // pixels, of words in a column
const HINT = `Point at a word of either side, or tap it. A click keeps it, and
  so do Tab and the arrow keys.`;

// The size of letters with which every sentence fits in a row of `width`
// pixels; undefined where it takes columns.
function letters(stage, sentences, width) {
  if (width < NARROW) return undefined;
  const pen = document.createElement("canvas").getContext("2d");
  const { fontFamily } = getComputedStyle(stage);
  const fits = (size) => {
    pen.font = `${size}px ${fontFamily}`;
    const room = (word) => Math.max(28, pen.measureText(word).width + 8) + 2;
    const length = (words) => words.reduce((sum, w) => sum + room(w), 0);
    return sentences.every((words) => length(words) <= width);
  };
  return LETTERS.find(fits);
}

// Everything that the figure holds; `last` is where Tab enters each side.
function build(model) {
  const languages = model.get("languages");
  const views = model.get("examples").map(({ source, variants }) =>
    variants.map((variant) => ({ source, ...variant })),
  );
  const all = views.flat();
  const sentence = ({ source }, k) => `${k + 1}. ${source.join(" ")}`;
  const select = picker(
    views.map(([view], k) => sentence(view, k)),
    { lang: languages[0] },
    (example) => choose(model, { word: 0, example }),
  );
  const names = views[0].map(({ name }) => name);
  const change = (variant) => choose(model, { variant });
  const switches = radiogroup("What the decoder reads", names, change);
  const words = (label, side) =>
    radiogroup(label, [], (word) => choose(model, { side, word }));
  const groups = {
    source: words("Source words", "source"),
    target: words("Words of the translation", "target"),
  };
  const parts = { select, switches, groups };
  const pictures = {
    lines: shape("svg", { "aria-hidden": "true" }),
    heat: drawing(320, 320, { class: "heat" }),
  };
  const texts = {
    status: report(),
    caption: element("p"),
  };
  const most = (side) => Math.max(...all.map((view) => view[side].length));
  const sizes = { rows: most("target"), words: Math.max(...SIDES.map(most)) };
  const state = { last: { source: 0, target: 0 }, preview: null, width: 0 };
  const given = { model, languages, views, all };
  return { ...given, ...parts, ...pictures, ...texts, ...sizes, ...state };
}

function viewOf({ model, views }) {
  const variants = views[within(model.get("example"), views.length)];
  return variants[within(model.get("variant"), variants.length)];
}

function pinned(figure) {
  const side = figure.model.get("side") === "source" ? "source" : "target";
  const count = viewOf(figure)[side].length;
  return { side, word: within(figure.model.get("word"), count) };
}

// Which word is pinned, which one is shown, and the numbers of the others.
function markWords({ groups, last }, view, pin, { side, word }) {
  last[pin.side] = pin.word;
  const weights = shares(view, side, word);
  const known = (view.known ?? [])
    .map(([t, i]) => (side === "target" ? [t, i] : [i, t]))
    .flatMap(([here, there]) => (here === word ? [there] : []));
  for (const group of SIDES) {
    const buttons = [...groups[group].group.children];
    const away = group !== side;
    groups[group].check(group === pin.side ? pin.word : -1);
    buttons[within(last[group], buttons.length)].tabIndex = 0;
    buttons.forEach((button, k) => {
      button.toggleAttribute("data-lit", !away && k === word);
      button.toggleAttribute("data-known", away && known.includes(k));
      const number = away && weights ? short(weights[k]) : "";
      button.querySelector(".number").textContent = number;
    });
  }
}

function drawWord(figure) {
  const { stage, lines, groups, heat, width } = figure;
  const view = viewOf(figure);
  const pin = pinned(figure);
  const { side, word } = figure.preview ?? pin;
  markWords(figure, view, pin, { side, word });
  figure.status.textContent = summary(view, side, word);
  if (!width) return;
  const columns = stage.classList.contains("columns");
  const places = ends(lines, groups, columns);
  lines.replaceChildren(...links(view, side, word, places, columns, lines));
  figure.grid = drawHeat(heat, view, side, word, figure.heatSize);
}

function point(figure, wish) {
  figure.preview = wish;
  drawWord(figure);
}

function wordButton(figure, button, side, word) {
  button.addEventListener("pointerenter", ({ pointerType }) => {
    if (pointerType !== "touch") point(figure, { side, word });
  });
  button.addEventListener("pointerleave", () => point(figure, null));
}

function drawSentence(figure) {
  const { model, groups, views, languages } = figure;
  const view = viewOf(figure);
  const example = within(model.get("example"), views.length);
  figure.select.value = example;
  figure.switches.check(within(model.get("variant"), views[0].length));
  SIDES.forEach((side, k) => {
    const texts = view[side].map((word) => {
      const number = { class: "number", "aria-hidden": "true" };
      const text = element("span", { class: "text" }, word);
      text.append(element("span", number));
      return text;
    });
    const { fill, group } = groups[side];
    fill(texts, { lang: languages[k] });
    [...group.children].forEach((button, word) =>
      wordButton(figure, button, side, word),
    );
  });
  figure.caption.textContent = model.get("examples")[example].caption ?? "";
  point(figure, null);
  requestAnimationFrame(() => hovered(figure));
}

// The word that has come to lie under a pointer at rest is pointed at.
function hovered(figure) {
  if (!matchMedia("(hover: hover)").matches) return;
  for (const side of SIDES) {
    const buttons = [...figure.groups[side].group.children];
    const word = buttons.findIndex((button) => button.matches(":hover"));
    if (word >= 0) point(figure, { side, word });
  }
}

// Rows where every sentence fits, else columns; beside them, where there is
// room, the heat map.
function layout(figure, width) {
  const { body, stage } = figure;
  const sentences = figure.all.flatMap((view) => SIDES.map((k) => view[k]));
  const size = letters(stage, sentences, width);
  const [columns, narrow] = [!size, width < NARROW];
  stage.classList.toggle("columns", columns);
  stage.style.setProperty("--letters", `${size ?? 15}px`);
  const pitch = narrow ? PITCH.narrow : PITCH.wide;
  stage.style.setProperty("--pitch", `${pitch}px`);
  stage.style.setProperty("--height", `${pitch * figure.words}px`);
  figure.width = width;
  const beside = columns && !narrow;
  const row = beside ? ROW.beside : narrow ? ROW.narrow : ROW.wide;
  body.classList.toggle("beside", beside);
  const wide = beside ? Math.floor((width - 24) / 2) : width;
  figure.heatSize = [wide, FRAME + row * figure.rows];
  drawWord(figure);
}

// A row of the heat map stands for its word of the translation.
function listen(figure) {
  const { heat, model } = figure;
  const rowAt = ({ clientY }) => {
    const y = clientY - heat.getBoundingClientRect().top;
    const word = Math.floor((y - figure.grid.top) / figure.grid.high);
    const side = "target";
    return viewOf(figure)[side][word] === undefined ? null : { side, word };
  };
  heat.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") point(figure, rowAt(event));
  });
  heat.addEventListener("pointerleave", () => point(figure, null));
  heat.addEventListener("click", (event) => {
    const row = rowAt(event);
    if (row) choose(model, row);
  });
}

function assemble(figure) {
  const { all, groups, lines, model, switches, views } = figure;
  const half = (name, { group }) =>
    element("div", {}, para("heading", name), group);
  figure.stage = block(
    "stage",
    half("Source", groups.source),
    block("lines", lines),
    half("Translation", groups.target),
  );
  const told = all.flatMap((view) =>
    SIDES.flatMap((side) => view[side].map((_, k) => summary(view, side, k))),
  );
  const said = element("div", {}, steady(figure.status, told), figure.heat);
  figure.body = element("div", {}, figure.stage, said);
  const captions = model.get("examples").map(({ caption }) => caption ?? "");
  const parts = [
    element("label", {}, "Sentence ", figure.select),
    ...(views[0].length > 1 ? [switches.group] : []),
    para("note", HINT),
    figure.body,
    ...(all.some(({ known }) => known)
      ? [para("note", "◆ marks the known alignment.")]
      : []),
    ...(captions.some(Boolean) ? [steady(figure.caption, captions)] : []),
  ];
  return frame("alignment", "Alignment explorer", ...parts);
}

function render({ model, el }) {
  const figure = build(model);
  el.append(assemble(figure));
  listen(figure);
  drawSentence(figure);
  const stop = fitted(figure.body, (width) => layout(figure, width));
  const draws = [
    follow(model, ["example", "variant"], () => drawSentence(figure)),
    follow(model, ["side", "word"], () => point(figure, null)),
  ];
  return () => [...draws, stop].forEach((end) => end());
}

export default { render };
