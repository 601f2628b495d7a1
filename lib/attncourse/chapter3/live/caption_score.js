// What a caption says of a scene, word by word, beside what would be right; and
// where the decoder looked for a word.

import { argmax } from "../../live/shared/model.js";
import { inside } from "../../live/shared/reading_map.js";
import { SIDE, box, named, truth } from "./scene.js";

// For each piece of a caption the thing that it should name, by its place in
// the reading order, -1 for none, and whether another word belongs there. The
// two words after the k-th "a" are the colour and the kind of thing k.
export function judged(pieces, things) {
  const wanted = truth(things);
  let [place, part] = [-1, "link"];
  const judge = (word) => {
    if (word === "[stop]") return { place: -1, odd: place + 1 < wanted.length };
    if (word === "a") {
      [place, part] = [place + 1, "colour"];
      return { place: -1, odd: place >= wanted.length };
    }
    if (part === "link") {
      const link = wanted[place + 1]?.link ?? "";
      return { place: -1, odd: !link.split(" ").includes(word) };
    }
    const odd = wanted[place]?.[part] !== word;
    part = part === "colour" ? "kind" : "link";
    return { place, odd };
  };
  const words = whole(pieces).map(judge);
  let w = -1;
  return pieces.map((piece) => words[piece.startsWith("+") ? w : ++w]);
}

// Pieces of words put together: "+" goes on a word.
function whole(pieces) {
  const words = [];
  for (const piece of pieces) {
    if (piece.startsWith("+")) words.push(words.pop() + piece.slice(1));
    else words.push(piece);
  }
  return words;
}

// How many colours and kinds are right, of how many; "?" without words.
export function score(words, things) {
  const good = words?.filter(({ place, odd }) => place >= 0 && !odd);
  const right = good?.length ?? "?";
  return `${right} of ${2 * things.length || "?"} colours and classes right`;
}

// The centre of the cell with the largest weight, in pixels.
function peak(weights) {
  const count = Math.sqrt(weights.length);
  const cell = argmax(weights);
  const centre = (k) => ((k + 0.5) * SIDE) / count;
  return [centre(cell % count), centre(Math.floor(cell / count))];
}

// How far a centre lies from a box, in pixels, down or across.
function away([x, y], [left, top, right, bottom]) {
  return Math.ceil(Math.max(left - x, x - right, top - y, y - bottom, 1));
}

// What the decoder read for piece t of a caption, in words.
export function looked({ target, weights }, t, words, things, digits) {
  const here = peak(weights[t]);
  const most = Math.max(...weights[t]).toFixed(2);
  const weight = `The largest weight, ${most}, lies`;
  const wanted = truth(things).map(({ thing }) => thing);
  const hit = wanted.find((thing) => inside(here, box(thing, digits)));
  const where = hit ? `in the box of the ${named(hit)}` : "beside all objects";
  const { place } = words[t];
  const word = `Word ${t + 1}, “${target[t]}”,`;
  if (target[t] === "[stop]") return `${word} ends it. ${weight} ${where}.`;
  if (place < 0) return `${word} names no object. ${weight} ${where}.`;
  const thing = wanted[place];
  if (!thing) return `${word} names an object too many. ${weight} ${where}.`;
  const yes = inside(here, box(thing, digits));
  const off = away(here, box(thing, digits));
  const beside = hit ? where : `its centre ${off} pixels beside it`;
  const lies = yes ? "inside its box" : `outside its box, ${beside}`;
  return `${word} should name the ${named(thing)}. ${weight} ${lies}.`;
}
