// What the reader sees beside the maps: translations, what is kept, what it costs.

import { alignmentLines, reachable } from "../../live/shared/alignment_lines.js";
import { typingParts, typingRows } from "../../live/shared/typing.js";
import {
  action, axis, block, circle, drawing, element, frame, lettering, para, path, report,
  ruled, segment, slider, steady, toggle, trace, traits,
} from "../../live/shared/ui.js";
import { costs } from "./costs.js";
import { headMaps, titled } from "./head_maps.js";
import { streamPanel } from "./stream.js";

const [LONGEST, PLOT] = [80, { left: 44, right: 312, top: 10, foot: 150 }];
const millions = (count) => {
  const digits = count < 1e7 ? 2 : 0;
  const look = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (count / 1e6).toLocaleString("en", look);
};

// For each of `words`: does it lie between what `others` begin and end with, too?
function changed(words, others) {
  const differs = (k) => words.at(k) !== others.at(k);
  const most = Math.min(words.length, others.length);
  const begin = [...words.keys()].find((k) => k >= most || differs(k)) ?? most;
  const end = [...words.keys()].find((k) => k >= most - begin || differs(-1 - k)) ?? most;
  return words.map((_, k) => begin <= k && k < words.length - end);
}

// One translation; where `other` is another one, what it has not is marked.
function side(label, lang) {
  const text = para("translation");
  text.lang = lang;
  const el = element("section", { "aria-label": label }, para("heading", label), text);
  const marked = (own, other) => {
    const words = own.split(" ");
    const odd = changed(words, other.split(" "));
    return words.flatMap((word, k) => [odd[k] ? element("mark", {}, word) : word, " "]);
  };
  function draw(own, other = own) {
    const before = own === other ? [] : [block("before", "all on: ", ...marked(other, own))];
    text.replaceChildren(block("", ...marked(own, other)), ...before);
    reachable(text);
  }
  return { el, draw };
}

// Keys and values of so many words, a column for each: show(count, kept, now)
// tells how many there will be, how many are there, and whether k is new.
function strip(name, layers) {
  const picture = drawing(1, 2.3 * layers, { preserveAspectRatio: "none" });
  const el = block("strip", element("span", {}, name), picture);
  const cell = (r, k) => `M${k + 0.08} ${r + 0.3 * (r >> 1)}h.84v.9h-.84z`;
  function show(count, kept, now) {
    picture.setAttribute("viewBox", `0 0 ${Math.max(count, 24)} ${2.3 * layers}`);
    const drawn = {};
    for (let r = 0; r < 2 * layers; r++)
      for (let k = 0; k < count; k++) {
        const state = k >= kept ? "empty" : `${r % 2 ? "value" : "key"} ${now(k) ? "new" : ""}`;
        drawn[state] = (drawn[state] ?? "") + cell(r, k);
      }
    picture.replaceChildren(...Object.entries(drawn).map(([state, d]) => path(d, state)));
  }
  return { el, show };
}

// The cache after step t of T, S words read: drawn, and counted both ways.
function cachePanel(model) {
  const sizes = model.get("sizes");
  const { step, upTo } = costs(sizes);
  const cached = toggle(model, "cached", "keep keys and values");
  const layers = sizes.decoder_layers;
  const [memory, own] = ["source words", "written words"].map((name) => strip(name, layers));
  const row = (...cells) => element("tr", {}, ...cells);
  const title = (text, scope) => element("th", { scope }, text);
  const numbers = ["kept", "computed anew"].map((name) => {
    const cells = [element("td"), element("td")];
    return { line: row(title(name, "row"), ...cells), cells };
  });
  const head = row(element("td"), title("this step", "col"), title("up to here", "col"));
  const caption = element("caption", {}, "Multiplications, in millions");
  const table = element("table", {}, caption, head, ...numbers.map(({ line }) => line));
  const said = element("p");
  const all = 2 * layers * sizes.width;
  const kept = (n) =>
    `${all} numbers for each of ${n} words: ${(all * n).toLocaleString("en")} are kept.`;
  const anew = (n) => `Nothing is kept: all ${n} words go through the decoder in this step.`;
  function show(S, t, T) {
    const on = model.get("cached");
    cached.show();
    memory.show(S, T ? S : 0, () => !on || t === 0);
    own.show(T, T && t + 1, (k) => !on || k === t);
    said.textContent = on ? kept(T && S + t + 1) : anew(T && t + 1);
    numbers.forEach(({ line, cells }, k) => {
      line.toggleAttribute("data-now", on === (k === 0));
      cells[0].textContent = T ? millions(step(S, t, k === 0)) : "–";
      cells[1].textContent = T ? millions(upTo(S, t + 1, k === 0)) : "–";
    });
  }
  const signs = ["key", "value"].map((name) =>
    element("span", {}, element("i", { class: `swatch ${name}` }), `${name}s`));
  const legend = para("note", ...signs, "two rows a layer; framed: computed in this step");
  const el = block("panel cache", para("heading", "What the decoder keeps"), cached.button);
  el.append(memory.el, own.el, legend, steady(said, [kept(999), anew(99)]), table);
  return { el, show };
}

// Multiplications of one translation of n words into n words, over n.
function costPanel(sizes) {
  const { upTo } = costs(sizes);
  const cost = [true, false].map((kept) => (n) => upTo(n, n, kept));
  const plot = drawing(320, 190);
  const { left, right, top, foot } = PLOT;
  const most = cost[1](LONGEST);
  const [x, y] = [axis(0, LONGEST, left, right), axis(0, most, foot, top)];
  const unit = 10 ** Math.floor(Math.log10(most));
  const ticks = Array.from({ length: Math.floor(most / unit) + 1 }, (_, k) => k * unit);
  const xs = [1, 20, 40, 60, 80].map((k) => [x(k), String(k)]);
  const ys = ticks.map((count) => [y(count), (count / 1e6).toLocaleString("en")]);
  const lengths = Array.from({ length: LONGEST }, (_, k) => k + 1);
  const said = element("p");
  const told = (n) => {
    const [kept, anew] = cost.map((of) => of(n));
    return `${n} words into ${n}: ${millions(kept)} million multiplications if kept, ` +
      `${millions(anew)} million if computed anew: ${(anew / kept).toFixed(1)} times as many.`;
  };
  const words = (n) => `${n} words`;
  const { row, show: move } = slider("length", { min: 1, max: LONGEST }, words, show);
  function show(n) {
    move(n);
    said.textContent = told(n);
    plot.replaceChildren(
      ...ruled(PLOT, xs, ys, "words in, words out"),
      ...cost.map((of, k) => trace(lengths.map((m) => [x(m), y(of(m))]), k ? "anew" : "kept")),
      segment(x(n), top, x(n), foot, "cursor"),
      ...cost.map((of, k) => circle(x(n), y(of(n)), 5, k ? "anew" : "kept")),
      lettering(x(55), y(cost[1](55)) - 6, "computed anew", "end"),
      lettering(x(78), y(cost[0](78)) - 8, "kept", "end"),
    );
  }
  show(20);
  const heading = para("heading", "Millions of multiplications, by length");
  const el = block("panel cost", heading, plot, row, steady(said, [told(LONGEST)]));
  return { el };
}

// The fixed parts of the figure; `acts` are told what the reader does.
export function buildParts(model, acts) {
  const { examples, languages, sizes } = traits(model, ["examples", "languages", "sizes"]);
  const sentences = examples.map(({ sentence }) => sentence);
  const typed = typingParts(sentences, "Your own sentence", "English", languages[0]);
  const stepName = element("span");
  return {
    ...typed,
    tools: [typed.form],
    seen: report(),
    sides: model.get("models").map(({ label }) => side(label, languages[1])),
    stepName,
    step: slider(stepName, { min: 1, step: 1 }, acts.written, (value) => acts.look(value - 1)),
    maps: headMaps(sizes, acts.head),
    lines: alignmentLines("who reads whom", languages),
    title: element("p", { class: "heading" }),
    silent: action("this head is off", acts.silence),
    restore: action("all on", acts.restore),
    stream: streamPanel(sizes, acts.press),
    cache: cachePanel(model),
    cost: costPanel(sizes),
  };
}

// What is shown beside the sentence, by panel: its title, whether words are
// stepped through, and what stands below.
const PANELS = {
  heads: {
    title: "The Transformer and two older translators",
    steps: true,
    below({ maps, title, silent, restore, lines }) {
      silent.setAttribute("role", "switch");
      const note = para("note", "Rows attend to columns; the stronger the colour, the more.");
      const every = block("panel heads", para("heading", "Every head"), maps.el, note);
      const name = steady(title, maps.heads.map(titled));
      const large = block("panel large", name, block("line", silent, restore), lines.el);
      return [block("panels", every, large)];
    },
  },
  stream: {
    title: "What each layer adds to the residual stream",
    below: ({ stream, restore }) => [block("panels", stream.el), block("line", restore)],
  },
  cache: {
    title: "Keys and values that are kept",
    steps: true,
    below: ({ cache, cost }) => [block("panels", cache.el, cost.el)],
  },
};

export function layOut(parts, panel) {
  const { title, steps, below } = PANELS[panel];
  return frame(
    "transformer",
    title,
    ...typingRows("Sentence", parts),
    block("sides", ...parts.sides.map(({ el }) => el)),
    ...(steps ? [parts.step.row] : []),
    ...(panel === "heads" ? [parts.seen] : []),
    ...below(parts),
  );
}
