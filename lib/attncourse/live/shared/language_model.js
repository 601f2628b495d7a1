// Language models as `models.language_model` has them: one stack of blocks, sines
// for the positions, one table for embeddings and scores.

import { advanced, embedding, stack } from "./blocks.js";
import { affine, demand } from "./model.js";
import { START, STOP, tokenizer } from "./tokenizer.js";
import { bits, placed } from "./next_token.js";

// From the content of a safetensors file to its parts; a causal model is none of
// both sides.
function parts({ metadata, tensors }, wanted) {
  const { causal, heads, layers } = JSON.parse(metadata.config);
  const kind = `${metadata.kind}, causal: ${causal}`;
  demand(kind === `language, causal: ${wanted}`, kind);
  const table = tensors["embedding.weight"];
  return {
    tokenizer: tokenizer(metadata.tokenizer),
    stack: stack(tensors, "encoder.", layers, ["own"], heads),
    embed: embedding(table),
    logits: (x) => affine(table, x, tensors.bias),
    hidden: table.data.length / table.columns - 1,
  };
}

// A causal model, which `reader` reads with.
export const language = (content) => parts(content, true);

// A model of both sides, for `readAll`; its last token stands for what is hidden.
export function masked(content) {
  const { stack, ...model } = parts(content, false);
  return { ...model, encoder: stack };
}

// Reads texts token by token, and keeps what two of them have in common.
export function reader(model) {
  const kept = model.stack.blocks.map(() => ({ own: [] }));
  const [fed, logits] = [[], []]; // logits[t]: of the token behind t tokens

  // Yields after each token that is new; a STOP at the end is not read.
  function* read(tokens) {
    const wanted = [START, ...(tokens.at(-1) === STOP ? tokens.slice(0, -1) : tokens)];
    const other = fed.findIndex((token, t) => token !== wanted[t]);
    const same = other < 0 ? fed.length : other;
    for (const list of [fed, logits, ...kept.map(({ own }) => own)]) list.length = Math.min(list.length, same);
    for (const token of wanted.slice(same)) {
      const { x } = advanced(model.stack, kept, model.embed(token, fed.length));
      logits.push(model.logits(x));
      fed.push(token);
      yield null;
    }
  }

  // What `completion.distributions` says of tokens that were read; a
  // place is worked out when it is looked at.
  function told(tokens) {
    const { pieces } = model.tokenizer;
    const seen = [...logits];
    const place = (t, choices) => {
      const found = placed(seen[t], choices);
      const before = tokens.slice(t ? t - 1 : 0, t);
      const piece = (token) => pieces([...before, token]).at(-1);
      return { ...found, pieces: found.tokens.map(piece) };
    };
    return {
      tokens: [...tokens],
      pieces: pieces(tokens),
      bits: tokens.map((token, t) => bits(seen[t], token)),
      vocabulary: seen[0].length,
      place,
    };
  }

  const count = () => Math.max(fed.length - 1, 0); // tokens that it has read
  return { read, told, count, last: () => logits.at(-1) };
}
