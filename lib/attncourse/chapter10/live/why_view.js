// Which earlier tokens and which heads a token rests on: under each token what hiding
// it costs, and a square for each head. A head that is chosen shows what it attends to.

import { action, bar, block, element, labelled, para, radiogroup, signed, steady } from "../../live/shared/ui.js";

const DARKEST = 2; // bits of the darkest square and the longest bar
const ALONE = 0.1; // bits below which a head does not matter

const more = (bits) => (bits < 0 ? "−" : "+") + Math.abs(bits).toFixed(1);
const inWords = (bits) => `${Math.abs(bits).toFixed(2)} bits ${bits < 0 ? "less" : "more"}`;
const most = (list) => list.reduce((best, x, k) => (x > list[best] ? k : best), 0);

function tokenRow(piece) {
  const [cost, seen] = [bar(), bar("track seen")];
  const [lost, share] = ["number", "number"].map((name) => element("span", { class: name }));
  const el = block("reason", element("span", { class: "name" }, piece), cost.track, lost, seen.track, share);
  function show(bits, weight) {
    lost.textContent = bits === null ? "query" : more(bits);
    cost.show(Math.min(Math.max(bits, 0) / DARKEST, 1));
    share.textContent = weight === null ? "" : weight.toFixed(2);
    seen.show(weight ?? 0);
  }
  return { el, show };
}

// What was found, in words.
function told({ cost, missed, heads }, pieces, next) {
  const best = most(missed);
  const token = missed.length
    ? `Of the tokens, “${pieces[best]}” matters most: hidden, ${inWords(missed[best])}.`
    : "No earlier token can be hidden.";
  const all = heads.flat();
  const head = most(all);
  const [l, h] = [Math.floor(head / heads[0].length), head % heads[0].length];
  const which = all[head] < ALONE ? "No head matters alone. The most," : "Of the heads,";
  return `“${next}” costs ${cost.toFixed(2)} bits here. ${token} ` +
    `${which} head ${h + 1} of block ${l + 1}: turned off, ${inWords(all[head])}.`;
}

const LONGEST_REASON = told({ cost: 12.3, missed: [12.3], heads: [[0.01]] }, ["photographers"], "photographers");

// `asked` is called when the reader wants to know. show(answer, pieces, next) shows
// what `reasons` found, show(null) that nothing is known.
export function whyPanel(asked) {
  const button = action("Why?", asked);
  button.className = "why";
  let [answer, texts, head, lines] = [null, [], -1, []];
  const words = element("p");
  const rows = block("rows");
  const { group, fill, check } = radiogroup("head", [], choose);
  const squares = labelled("heads, a row for each block", group);
  const note = para("note", "+: so many bits more if this token is hidden, or this head adds nothing. " +
    "Choose a head to see what it attends to (the start token has the rest).");
  const titles = ["", "hidden", "", "attended to", ""].map((text) => element("span", {}, text));
  const found = block("found", steady(words, [LONGEST_REASON]), block("reason head", ...titles), rows, squares, note);
  const el = block("whys", button, found);
  found.hidden = true;

  function choose(k) {
    head = k;
    draw();
  }

  function draw() {
    const count = answer.heads[0].length;
    const weights = answer.weights[Math.floor(head / count)][head % count];
    lines.forEach(({ show }, t) => show(answer.missed[t] ?? null, weights[t + 1]));
    check(head);
  }

  function square(bits, k) {
    const el = element("span", {}, signed(bits, 1));
    el.style.setProperty("--share", `${Math.round(100 * Math.min(Math.max(bits, 0) / DARKEST, 1))}%`);
    return el;
  }

  function show(given, pieces = [], next = "") {
    [answer, texts] = [given, pieces];
    button.textContent = next ? `Why “${next}”?` : "Why?";
    found.hidden = !answer;
    if (!answer) return;
    words.textContent = told(answer, texts, next);
    lines = texts.map(tokenRow);
    rows.replaceChildren(...lines.map(({ el }) => el));
    group.style.setProperty("--heads", answer.heads[0].length);
    fill(answer.heads.flat().map(square));
    [...group.children].forEach((one, k) => {
      const [l, h] = [Math.floor(k / answer.heads[0].length), k % answer.heads[0].length];
      one.setAttribute("aria-label", `block ${l + 1}, head ${h + 1}: ${more(answer.heads[l][h])} bits`);
    });
    choose(most(answer.heads.flat()));
  }

  return { el, show };
}
