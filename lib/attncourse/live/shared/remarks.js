// What a reader is told about a sentence that shipped translators are given.

import { ENDED } from "./asking.js";
import { WRITTEN } from "./translate_loop.js";

const LIMITS = { words: 60, letters: 400 };
// 99 of 100 captions of the validation set have fewer pieces in a word.
const PIECES = 1.65;
const NAMED = 2; // rare words: so many of them, from so many on

// Why a sentence is not translated, "" if it is.
export function refusal(sentence) {
  const words = sentence.split(" ").length;
  if (!sentence) return "Type an English sentence first.";
  if (words > LIMITS.words) {
    return `This has ${words} words. The models read at most ${LIMITS.words}.`;
  }
  if (sentence.length > LIMITS.letters) {
    const most = `The models read at most ${LIMITS.letters}.`;
    return `This has ${sentence.length} characters. ${most}`;
  }
  return "";
}

// What the reader should know about characters that the models do not.
function unknown({ source }) {
  const read = source.slice(0, -1).filter((piece) => piece !== "▁");
  const count = read.filter((piece) => piece === "[unknown]").length;
  if (!count) return "";
  if (count === read.length) {
    const guess = "what they write is made up";
    return `The models know none of these characters: ${guess}. `;
  }
  return `The models have no token for ${count} of these characters. `;
}

// Words that the models have not learned come in many pieces, which start
// with "+" but for the first.
function unusual({ source }) {
  const pieces = source.filter((piece) => /^\+?\p{L}/u.test(piece));
  const words = pieces.filter((piece) => !piece.startsWith("+")).length;
  if (pieces.length <= PIECES * words) return "";
  return (
    `${words} words are read in ${pieces.length} pieces: this is unlike the ` +
    "English captions that the models learned from. "
  );
}

// Such words by name, where there are fewer; one alone is let pass.
function rare({ source }) {
  const cut = source.join(" ").match(/\p{L}+(?: \+\p{L}+)+/gu) ?? [];
  if (cut.length < NAMED) return "";
  const names = cut.slice(0, NAMED).map((word) => `“${word.replaceAll(" +", "")}”`);
  const more = cut.length > NAMED ? ` and ${cut.length - NAMED} more` : "";
  return `Rare in captions of photographs: ${names.join(", ")}${more}. `;
}

// What a reader should know of these translations, who may have ended them.
export function remarks(answers, ended = false) {
  const cut = answers.some(({ target }) => target.at(-1) !== "[stop]");
  const most = ended ? ENDED : `Stopped after ${WRITTEN} tokens. `;
  const stopped = cut ? most : "";
  const [read] = answers;
  return (unknown(read) || unusual(read) || rare(read)) + stopped;
}
