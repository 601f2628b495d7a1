// Why a language model expects a token: what the token costs once one earlier token
// is hidden from all that come after it, or one head adds nothing. A head attends to
// much that it does not need; what is missed tells.

import { advanced } from "../../live/shared/blocks.js";
import { START } from "../../live/shared/tokenizer.js";
import { bits } from "../../live/shared/next_token.js";
import { BREATH, pause } from "../../live/shared/ui.js";

const none = () => false;

// What the model makes of tokens behind START, without the place `hidden`, whose
// keys and values are taken away, and without the heads that are off.
function* last(model, tokens, { hidden = -1, off = none } = {}) {
  const kept = model.stack.blocks.map(() => ({ own: [] }));
  let found = null;
  for (const [t, token] of tokens.entries()) {
    found = advanced(model.stack, kept, model.embed(token, t), off);
    if (t === hidden) for (const { own } of kept) own.pop();
    yield null;
  }
  return found;
}

// The bits of `next` behind tokens; how many more it costs without each of them, all
// but the last, which asks, and without each head, by layer; and what the heads
// attend to from the last place, START first. Yields after each token that is read.
export function* reasons(model, tokens, next) {
  const read = [START, ...tokens];
  const costs = (found) => bits(model.logits(found.x), next);
  const { seen, ...whole } = yield* last(model, read);
  const cost = costs(whole);
  const missed = [];
  for (let t = 1; t < tokens.length; t++) {
    missed.push(costs(yield* last(model, read, { hidden: t })) - cost);
  }
  const heads = seen.own.map((layer) => layer.map(() => 0));
  for (const [l, layer] of heads.entries()) {
    for (const h of layer.keys()) {
      const off = (_, ...place) => place[0] === l && place[1] === h;
      layer[h] = costs(yield* last(model, read, { off })) - cost;
    }
  }
  return { cost, missed, heads, weights: seen.own.map((layer) => layer.map((a) => [...a])) };
}

// What the steps give in the end, while the page stays alive; null once nobody is
// going() to need it.
export async function worked(steps, going) {
  let breath = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - breath < BREATH) continue;
    await pause(0);
    if (!going()) return null;
    breath = performance.now();
  }
}
