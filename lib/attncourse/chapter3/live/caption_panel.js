// What the models say of a scene, and the word that is looked at.

import {
  action, block, element, para, radiogroup, report, together, within,
} from "../../live/shared/ui.js";
import { judged, looked, score } from "./caption_score.js";
import { MOST, sentence } from "./scene.js";

// A caption as long as they get: it keeps the place of all shorter ones.
export const LONGEST = [
  ...Array(MOST - 1).fill("a yellow triangle left of"),
  "a yellow triangle [stop]",
].join(" ");
export const WIDEST =
  "Word 15, “triangle”, should name the yellow triangle. The largest " +
  "weight, 0.99, lies outside its box, in the box of the purple triangle.";
const NO_MAP = "No map: the same vector for every word.";

// `lit(t, k)` draws what was read for word t, which names thing k of the
// reading order. Gives {parts, draw}: elements, and what shows new answers.
export function captionPanel(labels, digits, lit) {
  const name = `Words of the caption: ${labels[1]}`;
  const { group: words, fill, check } = radiogroup(name, [], pin);
  const [plain, right] = [para("plain"), para("plain")];
  const seen = report();
  const now = element("strong", { "aria-hidden": "true" });
  const scores = labels.map(() => element("span", { class: "score" }));
  const around = [-1, 1].map((by) => action(by < 0 ? "◀" : "▶", () => go(by)));
  around[0].setAttribute("aria-label", "Previous word");
  around[1].setAttribute("aria-label", "Next word");
  let shown = { things: [], answer: null, words: [] };
  const veil = action("Hide the map", () => {
    veiled = !veiled;
    veil.textContent = veiled ? "Show the map" : "Hide the map";
    light(pinned);
  });
  let veiled = false;
  let pinned = 2; // the kind of the first thing

  function light(t) {
    const { things, answer } = shown;
    const none = !answer?.target.length;
    for (const button of [...around, veil]) button.disabled = none;
    if (none) {
      now.textContent = seen.textContent = "";
      lit(null, -1);
      return;
    }
    const step = within(t, answer.target.length);
    const { place } = shown.words[step];
    now.textContent = answer.target[step];
    seen.textContent = looked(answer, step, shown.words, things, digits);
    lit(veiled ? null : answer.weights[step], place);
    for (const text of [plain, right]) {
      for (const part of text.children) {
        const same = place >= 0 && part.dataset.place === `${place}`;
        part.toggleAttribute("data-lit", same);
      }
    }
  }

  function pin(t) {
    pinned = t;
    check(within(t, words.children.length));
    light(t);
  }

  function go(by) {
    const count = shown.answer.target.length;
    pin(within(within(pinned, count) + by, count));
  }

  // Without answers only what would be right is shown.
  function draw(things, answers) {
    const all = answers?.map(({ target }) => judged(target, things)) ?? [];
    shown = { things, answer: answers?.[1], words: all[1] ?? [] };
    scores.forEach((line, k) => {
      line.textContent = score(all[k], things) + (k ? "." : `. ${NO_MAP}`);
    });
    const [first, second] = answers?.map(({ target }) => target) ?? [[], []];
    plain.replaceChildren(...readableCaption(first, all[0]));
    const said = sentence(things).split(" ").filter((word) => word);
    right.replaceChildren(...readableCaption(said, judged(said, things)));
    fill(second);
    [...words.children].forEach((button, t) => {
      button.addEventListener("pointerenter", () => light(t));
      if (!all[1][t].odd) return;
      button.dataset.odd = "";
      const label = `${second[t]}, another word is right`;
      button.setAttribute("aria-label", label);
    });
    pin(pinned);
  }

  words.addEventListener("pointerleave", () => light(pinned));
  const [back, on] = around;
  const steps = [back, now, on, veil];
  const parts = { words, plain, right, seen, scores, steps };
  return { parts, draw };
}

// A caption to read; a word that differs from what would be right is marked.
function readableCaption(pieces, words) {
  const known = pieces.filter((piece) => piece !== "[stop]");
  return known.flatMap((piece, t) => {
    const { place, odd } = words[t];
    const tag = odd ? "mark" : "span";
    const gap = piece.startsWith("+") || t === 0 ? "" : " ";
    const text = piece.replace(/^\+/, "");
    return [gap, element(tag, { "data-place": place }, text)];
  });
}

// A caption with its heading; `room` keeps the height of the longest.
export function captionSection(heading, score, body, room) {
  const ghost = element("div", { class: "ghost", "aria-hidden": "true" }, room);
  const steadied = block("steady", body, ghost);
  const title = para("heading", heading, " ", score ?? "");
  return together("told", heading, title, steadied);
}

// Buttons that nobody sees, as many as the longest caption has words.
export function longestWords() {
  const words = LONGEST.split(" ").map((word) => element("b", {}, word));
  return block("words", ...words);
}
