// What the tokens of a caption cost two models, by what each may see. A row of a
// mask says which tokens are seen; the causal model answers where they are all the
// earlier ones, else the masked model, which reads the others as hidden.

import { bits } from "../../live/shared/next_token.js";
import { reader } from "../../live/shared/language_model.js";
import { readAll } from "../../live/shared/transformer.js";
import { STOP } from "../../live/shared/tokenizer.js";

// Which of the recorded costs a row asks for; "" for none. Under the mask of BERT
// the masked model answers for the last token, too.
export function kindOf(row, t, name) {
  if (name !== "both" && row.every((seen, s) => seen === s < t)) return "left";
  if (row.some((seen, s) => !seen && s !== t)) return "";
  return row[t] ? "itself" : "both";
}

const keyOf = (row, t) => `${t} ${row.map(Number).join("")}`;

// The bits of token t, undefined until they are known.
export function cost(known, row, t, name) {
  return known[kindOf(row, t, name)]?.[t] ?? known.own.get(keyOf(row, t));
}

// A caption of which nothing is known yet.
export function caption({ tokenizer }, sentence) {
  const tokens = tokenizer.encode(sentence);
  return { sentence, pieces: tokenizer.pieces(tokens).slice(0, -1), own: new Map() };
}

// At work on the rows that nobody has computed.
export function working([causal, masked], known, rows, name) {
  const tokens = causal.tokenizer.encode(known.sentence);

  function* left() {
    const { read, told } = reader(causal);
    yield* read(tokens);
    known.left = told(tokens).bits.slice(0, -1);
  }

  function* around(row, t) {
    const read = tokens.map((token, s) => (token === STOP || row[s] ? token : masked.hidden));
    const features = yield* readAll(masked, read);
    known.own.set(keyOf(row, t), bits(masked.logits(features[t]), tokens[t]));
  }

  function* steps() {
    for (const [t, row] of rows.entries()) {
      if (!row || cost(known, row, t, name) !== undefined) continue;
      yield* kindOf(row, t, name) === "left" ? left() : around(row, t);
      yield known;
    }
  }

  const going = steps();
  const answer = { source: [...known.pieces, "[stop]"], target: ["[stop]"] };
  const self = { answer, done: false, milliseconds: 0, advance };

  function advance() {
    const began = performance.now();
    const { done, value } = going.next();
    self.milliseconds += performance.now() - began;
    self.done = done;
    return Boolean(value);
  }

  return self;
}
