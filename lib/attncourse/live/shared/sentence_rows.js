// A sentence, and below it what each translator writes. The word that is looked at
// lights the words that it reads, each by its weight.

import { mostRead, reachable } from "./alignment_lines.js";
import { typingParts, typingRows } from "./typing.js";
import { block, element, frame, para, report, together, within } from "./ui.js";

const BLANK = "\u00a0";
const ENDS = /^[.,;:!?'-]/; // no space before these,
const TIES = /^['-]$/; // and none behind these
const UNSEEN = ["[stop]", "▁"];

const bare = (piece) => piece.replace(/^\+(?=.)/, "");

// The pieces of a sentence as its words stand: "+" goes on the word before, and
// where it stops nothing is seen.
function words(line, pieces) {
  const parts = pieces.flatMap((piece, k) => {
    const joined = piece.startsWith("+") || ENDS.test(piece) || TIES.test(pieces[k - 1] ?? "-");
    const shown = UNSEEN.includes(piece) ? "" : bare(piece);
    return [joined ? "" : " ", element("span", { "data-piece": k }, shown)];
  });
  line.replaceChildren(...parts);
  reachable(line);
}

const pieceOf = ({ target }) => {
  const piece = target.closest?.("[data-piece]")?.dataset.piece;
  return piece === undefined ? null : Number(piece);
};

function translation({ label }, language) {
  const text = para("translation", BLANK);
  text.lang = language;
  const el = together("row", label, para("heading", label), text);
  const fill = (target) => (target.length ? words(text, target) : (text.textContent = BLANK));
  const light = (t) =>
    text.querySelectorAll("span").forEach((word, k) => word.toggleAttribute("data-lit", k === t));
  return { el, text, fill, light };
}

export function buildParts(model) {
  const [english, french] = model.get("languages");
  const sentences = model.get("examples").map(({ sentence }) => sentence);
  const typed = typingParts(sentences, "Your own sentence", "English", english);
  const source = para("source", BLANK);
  source.lang = english;
  typed.field.placeholder = "two dogs play in the snow";
  return {
    ...typed,
    tools: [typed.form],
    settings: block("settings"),
    source,
    rows: model.get("models").map((one) => translation(one, french)),
    slider: element("input", { type: "range", min: 1, step: 1 }),
    seen: report(),
  };
}

export function layOut(parts) {
  const { settings, source, rows, slider, seen } = parts;
  return frame(
    "welcome",
    "Three translators",
    ...typingRows("Sentence", parts),
    settings,
    source,
    block("rows", ...rows.map(({ el }) => el)),
    element("label", {}, "Word ", slider),
    seen,
  );
}

// The word to rest at: the first one of the last translator, of more than three
// letters, that no other one has written.
function telling(answers) {
  const others = answers.slice(0, -1).flatMap(({ target }) => target);
  const own = (word) => word.length > 3 && !others.includes(word);
  return Math.max(answers.at(-1).target.findIndex(own), 0);
}

// Who looks, and at which word. draw(answers, 0) rests at the word that tells most;
// without the 0 all are seen writing.
export function follower({ source, rows, slider, seen }) {
  let [answers, pinned, active] = [[], 0, rows.length - 1];
  const last = (answer) => (answer?.target.length || 1) - 1;

  function light(k, at, writing = false) {
    const answer = answers[k];
    const t = within(at, last(answer) + 1);
    rows.forEach((one, n) => one.light(writing ? last(answers[n]) : n === k ? t : null));
    const weights = answer?.weights?.[t];
    source.querySelectorAll("span").forEach((word, s) => {
      word.style.setProperty("--share", weights ? weights[s] ?? 0 : 0);
      word.toggleAttribute("data-whole", !!answer?.target.length && !answer.weights);
    });
    seen.textContent = answer?.target.length ? told(k, answer, t) : BLANK;
  }

  function told(k, { source: read, target, weights }, t) {
    const name = rows[k].el.ariaLabel;
    const row = weights?.[t];
    const what = row ? mostRead(read.map(bare), row) : "its one vector, whatever it writes";
    return `${name}: “${bare(target[t])}” reads ${what}.`;
  }

  const still = () => light(active, pinned);

  function draw(given, rest = null) {
    answers = given;
    const read = answers[0]?.source ?? [];
    if (read.length) words(source, read);
    else source.textContent = BLANK;
    rows.forEach((one, k) => one.fill(answers[k]?.target ?? []));
    slider.max = Math.max(...rows.map((_, k) => last(answers[k]) + 1));
    pinned = given.length && rest !== null ? telling(given) : 0;
    slider.value = pinned + 1;
    if (rest === null) light(active, Infinity, true);
    else still();
  }

  slider.addEventListener("input", () => {
    pinned = slider.value - 1;
    still();
  });
  rows.forEach(({ text }, k) => {
    const on = (name, act) =>
      text.addEventListener(name, (event) => {
        const t = pieceOf(event);
        if (t !== null) act(t);
      });
    on("pointerover", (t) => light(k, t));
    text.addEventListener("pointerleave", still);
    on("click", (t) => {
      [pinned, active] = [t, k];
      slider.value = t + 1;
      still();
    });
  });
  return draw;
}
