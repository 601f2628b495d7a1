// The shipped language model of captions goes on with what the reader begins. The
// model holds recorded `examples`, the `models` (name, label, address, bytes), and the
// choices `example`, `temperature`, `top_k`, `top_p`.

import { Asking, ENDED } from "../../live/shared/asking.js";
import { took } from "../../live/shared/shipped_models.js";
import { tidy } from "../../live/shared/tokenizer.js";
import { among, follow, ranging, traits } from "../../live/shared/ui.js";
import { ended } from "../../live/shared/caption_tokens.js";
import { TOP_K, buildParts, described, layOut } from "./completion_view.js";
import { language, reader } from "../../live/shared/language_model.js";
import { reasons, worked } from "./why.js";
import { LIMIT, writeOn } from "./writing.js";

const LETTERS = 400; // of a beginning
const CUT = ["temperature", "top_k", "top_p"];
const NONE = { tokens: [], pieces: [], bits: [], vocabulary: 0, place: () => null };
const FULL = `A caption has at most ${LIMIT} tokens here.`;

const made = (content) => {
  const model = language(content);
  return { ...model, reader: reader(model) };
};

// An answer of Python, whose places are all there.
const whole = (answer) => ({ ...answer, place: (t) => answer.places[t] });

// The token that came at a place, or the likeliest.
function nextOf({ tokens, pieces }, place, t) {
  if (t < tokens.length) return { token: tokens[t], piece: pieces[t] };
  return { token: place?.tokens[0], piece: place?.pieces[0] ?? "" };
}

// What the reader should know of an answer.
function remarks({ tokens, pieces }) {
  const lost = pieces.filter((piece) => piece === "[unknown]").length;
  const odd = lost ? `The model has no token for ${lost} of these characters. ` : "";
  return odd + (tokens.length >= LIMIT && !ended(tokens) ? `${FULL} ` : "");
}

class Completions extends Asking {
  #answer = NONE;
  #begun = 0; // tokens of the beginning
  #at = 0; // the place in view
  choices = { temperature: ranging(0, 2), top_k: among(...TOP_K), top_p: ranging(0.1, 1) };

  constructor(model) {
    const parts = buildParts(model, {
      look: (t) => this.#look(t),
      go: (token) => this.#choose(token),
      draw: () => this.#write(1),
      write: () => this.#write(LIMIT),
      back: () => this.#back(),
      why: () => this.#why(),
    });
    const names = "the model";
    super(model, parts, { recorded: "captions", names, work: "Start again", made });
    this.ends.push(follow(model, CUT, () => this.#look(this.#at)));
  }

  get #cut() {
    return traits(this.model, CUT);
  }

  offer() {
    super.offer();
    this.parts.moves.disabled = !this.ready;
  }

  pick() {
    const { beginning, answers } = this.chosen();
    const { begun } = answers[0];
    this.parts.field.value = beginning;
    this.read();
    this.begun();
    this.#show(whole(answers[0]), begun, begun);
    this.say("Recorded when the model was measured.");
    if (this.ready) this.#again();
  }

  // Unless the reader has begun something else, what stands there is computed.
  async early() {
    const { asked } = this;
    await super.early();
    if (this.loaded && asked === this.asked) this.#again();
  }

  // The beginning in the field, and nothing behind it.
  async answer() {
    try {
      if (!this.ready) await this.load();
      const text = tidy(this.read());
      const most = `The model reads at most ${LETTERS}.`;
      if (text.length > LETTERS) this.refuse(`This has ${text.length} characters. ${most}`);
      else await this.#go({ text }, undefined, Infinity);
    } catch (error) {
      this.failed(error);
    }
  }

  // What was shown before does not belong to what is refused.
  refuse(reason) {
    this.begun();
    this.#show(NONE, 0, 0);
    this.say(reason);
  }

  // The same caption at the same place.
  #again() {
    this.#go({ tokens: this.#answer.tokens }, this.#begun, this.#at);
  }

  // On from the place in view, with a token or with `write` drawn ones.
  #onward(more, write, at) {
    const before = this.#answer.tokens.slice(0, this.#at);
    const begun = Math.min(this.#begun, this.#at);
    if (this.#at >= LIMIT) this.say(FULL);
    else this.#go({ tokens: [...before, ...more], write }, begun, at);
  }

  // Which earlier tokens and heads the token in view rests on.
  async #why() {
    if (!this.ready) return this.say("Load the model to see why.");
    const [{ tokens, pieces }, t] = [this.#answer, this.#at];
    const next = nextOf(this.#answer, this.#answer.place(t, this.#cut), t);
    if (!next.piece) return;
    const wanted = this.begun();
    this.say("Computing …");
    const began = performance.now();
    const steps = reasons(this.loaded[0], tokens.slice(0, t), next.token);
    const found = await this.computing((going) => worked(steps, going), wanted);
    if (!wanted()) return;
    this.parts.reasons.show(found, pieces.slice(0, t), next.piece);
    this.say(found ? took([performance.now() - began]) : ENDED);
  }

  #choose(token) {
    if (token === this.#answer.tokens[this.#at]) this.#look(this.#at + 1);
    else if (this.ready) this.#onward([token], 0, Infinity);
    else this.say("Load the model to go on with another token.");
  }

  // After a whole caption the place from which it was written is in view.
  #write(count) {
    this.#onward([], count, count > 1 ? this.#at : Infinity);
  }

  #back() {
    const tokens = this.#answer.tokens.slice(0, -1);
    const begun = Math.min(this.#begun, tokens.length);
    if (this.#answer.tokens.length) this.#go({ tokens }, begun, Infinity);
    else this.say("There is no token to take away.");
  }

  // What the model makes of a text, all of it the beginning, or of tokens, with
  // `write` more; then the place `at` is in view.
  async #go(asked, begun, at) {
    const wanted = this.begun();
    try {
      await this.#compute(asked, begun, at, wanted);
    } catch (error) {
      if (wanted()) this.failed(error);
    }
  }

  async #compute({ text, tokens, write = 0 }, begun, at, wanted) {
    const [{ tokenizer, reader }] = this.loaded;
    const all = [...(tokens ?? tokenizer.encode(text).slice(0, -1))];
    const given = begun ?? all.length;
    if (all.length > LIMIT) {
      this.refuse(`This has ${all.length} tokens. The model reads at most ${LIMIT}.`);
      return;
    }
    const seen = () => this.#show(reader.told(all), given, Infinity);
    const act = (going) => writeOn(reader, all, write, this.#cut, going, seen);
    const spent = await this.computing(act, wanted);
    if (!wanted()) return;
    if (spent === null) all.length = Math.min(all.length, reader.count());
    const answer = reader.told(all);
    this.#show(answer, Math.min(given, all.length), at);
    this.say(spent === null ? ENDED : remarks(answer) + took([spent]));
  }

  #show(answer, begun, at) {
    this.#answer = answer;
    this.#begun = begun;
    this.#look(at);
  }

  #look(at) {
    const { tokens, place } = this.#answer;
    const { caption, bars, cut, seen } = this.parts;
    this.#at = Math.min(at, tokens.length - (ended(tokens) ? 1 : 0));
    const found = place(this.#at, this.#cut);
    caption.show(this.#answer, this.#begun, this.#at);
    bars.show(found, tokens[this.#at]);
    cut.show();
    this.parts.reasons.show(null, [], nextOf(this.#answer, found, this.#at).piece);
    seen.textContent = found ? described(this.#answer, found, this.#at) : "\u00a0";
  }
}

const render = ({ model, el }) => new Completions(model).begin(el, layOut);

export default { render };
