// Translations of models that were trained on few pairs, from scratch and
// pretrained. The model holds the `sentences` {source, reference}, the `counts`
// of pairs, and both `ways`, each with a `label` and its `runs`, one for each
// count or null: {bleu, texts}, a text in parts, of which every second is odd.

import {
  block, choose, element, ending, frame, keep, numbered, para, picker, report, slider,
  steady, traits, within,
} from "../../live/shared/ui.js";
import { curves, grouped, sign } from "./curves.js";

const STATE = ["sentence", "count"];
const TITLE = "How many translated pairs does a model need?";
const NONE = "no such model";
const plain = (parts) => parts.join("");
const oddly = (parts) =>
  parts.filter((_, k) => k % 2).join(" ").split(" ").filter(Boolean).length;

// A line of text that changes, as high as the highest: {place, show}.
function line(label, lang, texts) {
  const text = element("span", { lang });
  const name = element("b", {}, label);
  const place = steady(element("p", {}, name, " ", text), texts.map((one) => `${label} ${one}`));
  return { place, show: (said) => (text.textContent = said) };
}

// What one way writes: {el, show}.
function wayPanel({ label, runs }, w) {
  const [text, score] = [element("p", { lang: "fr" }), element("span")];
  const texts = runs.flatMap((run) => (run ? run.texts.map(plain) : []));
  const said = steady(text, [...texts, NONE]);
  said.classList.add("translation", `way-${w}`);
  const name = element("span", {}, sign(w), label);
  const el = block("panel", para("heading apart", name, score), said);
  const show = (run, k) => {
    score.textContent = run ? `BLEU ${run.bleu.toFixed(1)}` : NONE;
    const parts = run ? run.texts[k] : [NONE];
    const shown = parts.map((part, n) => (n % 2 ? element("mark", {}, part) : part));
    text.replaceChildren(...shown);
    text.classList.toggle("absent", !run);
  };
  return { el, show };
}

// How much both ways miss, in words.
function told(count, ways, runs, k) {
  const each = ways.flatMap(({ label }, w) =>
    runs[w] ? `${label} ${oddly(runs[w].texts[k])}` : [],
  );
  return (
    `${grouped(count)} pairs. Words that do not match the reference (wavy line): ` +
    `${each.join(", ")}.`
  );
}

function render({ model, el }) {
  const { sentences, counts, ways } = traits(model, ["sentences", "counts", "ways"]);
  const titles = numbered(sentences.map(({ source }) => source));
  const select = picker(titles, { lang: "en" }, (k) => choose(model, { sentence: k }));
  const range = { min: 0, max: counts.length - 1 };
  const written = (k) => grouped(counts[k]);
  const pairs = slider("Translated pairs", range, written, (k) => choose(model, { count: k }));
  const source = line("English:", "en", sentences.map((one) => one.source));
  const reference = line("Reference:", "fr", sentences.map((one) => one.reference));
  const panels = ways.map(wayPanel);
  const { host, show, end } = curves(ways, counts);
  const status = report();
  const runs = (n) => ways.map((way) => way.runs[n]);
  const all = counts.flatMap((count, n) =>
    sentences.map((_, k) => told(count, ways, runs(n), k)),
  );
  function update() {
    const state = traits(model, STATE);
    const k = within(state.sentence, sentences.length);
    const n = within(state.count, counts.length);
    select.value = k;
    pairs.show(n);
    source.show(sentences[k].source);
    reference.show(sentences[k].reference);
    panels.forEach((one, w) => one.show(ways[w].runs[n], k));
    show(n);
    status.textContent = told(counts[n], ways, runs(n), k);
  }
  const choice = element("label", {}, "Sentence ", select);
  const both = block("panels", ...panels.map((one) => one.el));
  const parts = [para("heading", TITLE), choice, pairs.row, source.place, reference.place, both];
  parts.push(steady(status, all), host);
  el.append(frame("pairs", TITLE, ...parts));
  return ending(keep(model, STATE, update), end);
}

export default { render };
