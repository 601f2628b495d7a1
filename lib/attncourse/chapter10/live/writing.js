// The page at work on a caption, in slices short enough that it stays alive.

import { BREATH, pause } from "../../live/shared/ui.js";
import { ended } from "../../live/shared/caption_tokens.js";
import { cut, drawn } from "../../live/shared/next_token.js";

export const LIMIT = 80; // tokens of a caption
const PACE = 60; // milliseconds between two tokens, if motion is welcome

// Reads `tokens`, and adds at most `count` that are drawn after the cut, until
// STOP; `seen` is told of each, if motion is welcome. Gives the milliseconds of
// work, null once it is not wanted() any more.
export async function writeOn(reader, tokens, count, choices, wanted, seen) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let [spent, began] = [0, performance.now()];
  const rest = async (milliseconds) => {
    spent += performance.now() - began;
    await pause(milliseconds);
    began = performance.now();
    return wanted();
  };
  for (let left = count; ; left--) {
    for (const _ of reader.read(tokens)) {
      if (performance.now() - began > BREATH && !(await rest(0))) return null;
    }
    if (!left || ended(tokens) || tokens.length >= LIMIT) break;
    if (left < count && !still) seen();
    if (left < count && !still && !(await rest(PACE))) return null;
    tokens.push(drawn(cut(reader.last(), choices), Math.random()));
  }
  return spent + performance.now() - began;
}
