// Shannon's game: the reader guesses a hidden word from the words before it,
// then from both sides; so do two models. The model holds `rounds`, each with
// the texts `before` and `after` the hidden word, the words `offered`, which of
// them is `true`, and what a model of the `left` side and one of `both` give
// each of them.

import {
  action, bar, block, element, frame, para, radiogroup, report, slider, steady,
} from "../../live/shared/ui.js";
import { cost, game, others } from "./game.js";
import { PLAYERS, bits, scoreboard } from "./scoreboard.js";

const HELP = "Choose a word, say how sure you are, and bet.";
const BITS =
  "A bit is one yes-or-no question with even odds. A word to which a player gave " +
  "the probability p costs −log₂ p bits: 1 bit for ½, 2 bits for ¼.";
const NEXT = ["Bet on the left side", "Bet on both sides", "Next caption"];
const percent = (share) => `${Math.round(100 * share)}%`;

// The caption, up to the hidden word or whole: {place, show}.
function caption(rounds) {
  const [before, blank, after] = [1, 2, 3].map(() => element("span"));
  const texts = rounds.map((one) => {
    const longest = Math.max(...one.offered.map((word) => word.length), 7);
    return `${one.before}${"m".repeat(longest)}${one.after}`;
  });
  const place = steady(element("p", {}, before, blank, after), texts);
  place.classList.add("caption");
  blank.className = "blank";
  const show = (one, phase) => {
    before.textContent = one.before;
    after.textContent = phase ? one.after : "";
    blank.replaceChildren(phase === 2 ? one.offered[one.true] : hidden());
  };
  return { place, show };
}

const hidden = () => element("span", { role: "img", "aria-label": "hidden word" }, "\u00a0");

// A word that is offered, with a bar for each player: {content, show}.
function offer() {
  const [sign, word] = [element("span", { "aria-hidden": "true" }), element("span")];
  const bars = Object.values(PLAYERS).map((look) => bar(look));
  const tracks = bars.map(({ track }) => track);
  const lanes = element("span", { class: "lanes" }, ...tracks);
  const content = element("span", { class: "offer" }, sign, word, lanes);
  const show = (mark, text, shares) => {
    sign.textContent = mark;
    word.textContent = text;
    bars.forEach((one, p) => one.show(shares[p]));
  };
  return { content, show };
}

// What a bet costs: that `word` has this share, each other word that one.
function offering(word, phase, share, other) {
  const start = phase ? "Now you see both sides: keep your bet, or change it. " : "";
  return (
    `${start}“${word}” at ${percent(share)} costs ${bits(cost(share))} bits if it is ` +
    `the word, and ${bits(cost(other))} if it is not.`
  );
}

function verdict(word, paid) {
  const [you, left, again, both] = paid.map(bits);
  return (
    `The word is “${word}”. You paid ${you} bits, then ${again}; the model of the ` +
    `left side paid ${left}, the model of both sides ${both}.`
  );
}

// The longest texts of all, so that nothing moves.
function sayings(rounds) {
  const words = rounds.flatMap((one) => one.offered);
  const [longest] = words.sort((a, b) => b.length - a.length);
  return [HELP, offering(longest, 1, 0.5, 0.01), verdict(longest, [10, 10, 10, 10])];
}

function render({ model, el }) {
  const rounds = model.get("rounds");
  const n = rounds[0].offered.length;
  const { state, shares, given, go } = game(rounds);
  const change = (changes) => {
    if (state.phase < 2) Object.assign(state, changes);
    update();
  };
  const offers = rounds[0].offered.map(offer);
  const contents = offers.map(({ content }) => content);
  const words = radiogroup("the hidden word", contents, (k) => change({ chosen: k }));
  const trust = (k) => `${percent(shares[k])}, others ${percent(others(n, shares[k]))} each`;
  const range = { min: 0, max: shares.length - 1 };
  const sure = slider("How sure?", range, trust, (level) => change({ level }));
  const next = action("", () => {
    go();
    update();
  });
  const [text, count, board] = [caption(rounds), element("span"), scoreboard(n)];
  const status = report();
  function say({ round, phase, chosen, level, played }) {
    const { offered, true: word } = rounds[round];
    if (phase === 2) return verdict(offered[word], played.at(-1));
    if (chosen < 0) return HELP;
    return offering(offered[chosen], phase, shares[level], others(n, shares[level]));
  }
  function update() {
    const { round, phase, chosen, level, played } = state;
    const [one, players, over] = [rounds[round], given(), phase === 2];
    text.show(one, phase);
    count.textContent = `${round + 1} of ${rounds.length}`;
    offers.forEach(({ show }, k) => {
      const mark = over ? (k === one.true ? "✓" : "") : k === chosen ? "●" : "○";
      show(mark, one.offered[k], players.map((part) => part[k]));
    });
    words.check(chosen);
    if (chosen < 0) words.group.firstChild.tabIndex = 0;
    words.group.setAttribute("aria-disabled", over);
    sure.show(level);
    sure.input.disabled = over;
    next.disabled = chosen < 0;
    next.textContent = over && round + 1 === rounds.length ? "Start again" : NEXT[phase];
    status.textContent = say(state);
    board.show(played, over);
  }
  next.classList.add("main");
  const title = para("heading apart", "Which word is hidden?", count);
  const play = block("panel", words.group, sure.row, next);
  const score = block("panel", board.table, para("note", BITS));
  const parts = [title, text.place, steady(status, sayings(rounds))];
  el.append(frame("shannon", "Guess the hidden word", ...parts, block("panels", play, score)));
  update();
}

export default { render };
