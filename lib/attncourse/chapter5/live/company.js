// What company does to a word: the words that its vector is nearest to before the
// encoder of the shipped Transformer, and after it. The model holds recorded
// `examples`, the `models`, the `words` that are compared and their `vectors`.

import { remarks } from "../../live/shared/remarks.js";
import { dot, row } from "../../live/shared/model.js";
import { readAll, transformer } from "../../live/shared/transformer.js";
import { Translating } from "../../live/shared/translating.js";
import { typingParts, typingRows } from "../../live/shared/typing.js";
import { element, frame, together } from "../../live/shared/ui.js";

const NEAREST = 4;
const COLUMNS = ["word", "embedding", "after the encoder"];
const LETTERS = /^\+?\p{L}+$/u;

const unit = (x) => {
  const length = Math.sqrt(dot(x, x));
  return Float32Array.from(x, (value) => value / length);
};

// The vectors of the words, a row of whole numbers each.
function unpacked(text, count) {
  const data = Int8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return { data, columns: data.length / count };
}

// The nearest of the words by their vectors, without the word itself.
function nearest(words, vectors, x, word) {
  const near = vectors.map((vector) => dot(vector, x));
  const order = [...words.keys()].sort((a, b) => near[b] - near[a] || a - b);
  return order.map((k) => words[k]).filter((one) => one !== word).slice(0, NEAREST);
}

// From the content of the model's file to all that is compared.
function compared(content, words, vectors) {
  const model = transformer(content);
  const table = content.tensors["embedding.weight"];
  const own = (word) => row(table, model.tokenizer.encode(word)[0]);
  const before = words.map((word) => unit(own(word)));
  const after = words.map((_, k) => unit(row(vectors, k)));
  return { model, table, words, before, after };
}

// At work on a sentence: the encoder first, then a row for each word, as `look` has
// it.
function looking({ model, table, words, before, after }, sentence) {
  const tokens = model.tokenizer.encode(sentence);
  const source = model.tokenizer.pieces(tokens);
  const answer = { source, target: ["[stop]"], rows: [] };
  const self = { answer, done: false, milliseconds: 0, advance };

  function* steps() {
    const memory = yield* readAll(model, tokens);
    for (const [s, word] of source.entries()) {
      if (!LETTERS.test(word)) continue;
      const [first, last] = [row(table, tokens[s]), memory[s]];
      answer.rows.push({
        word,
        before: nearest(words, before, first, word),
        after: nearest(words, after, last, word),
      });
      yield answer;
    }
  }

  const going = steps();
  function advance() {
    const began = performance.now();
    const { done, value } = going.next();
    self.milliseconds += performance.now() - began;
    self.done = done;
    return Boolean(value);
  }

  return self;
}

// The rows of an answer; a word that stands there twice is marked.
function rowsOf({ rows }) {
  const count = (word) => rows.filter((one) => one.word === word).length;
  return rows.map(({ word, before, after }) => {
    const cells = [before, after].map((near) => element("td", {}, near.join(", ")));
    const line = element("tr", {}, element("th", { scope: "row" }, word), ...cells);
    line.toggleAttribute("data-twice", count(word) > 1 && word.length > 2);
    return line;
  });
}

class Company extends Translating {
  unanswered = "Press Load to see what becomes of yours.";

  constructor(model, parts) {
    const words = model.get("words");
    const vectors = unpacked(model.get("vectors"), words.length);
    super(model, parts, "the model", (content) => compared(content, words, vectors));
    this.work = "Look";
  }

  show([answer]) {
    this.parts.body.replaceChildren(...(answer ? rowsOf(answer) : []));
  }

  async translate(wanted, sentence) {
    const all = this.loaded.map((one) => looking(one, sentence));
    const { answers, how } = await this.answered(all, (found) => this.show(found), wanted);
    if (!wanted()) return;
    this.show(answers);
    this.say(remarks(answers) + how);
  }
}

function buildParts(model) {
  const texts = model.get("examples").map(({ sentence }) => sentence);
  const typed = typingParts(texts, "Your own sentence", "English", "en");
  const heads = COLUMNS.map((text) => element("th", { scope: "col" }, text));
  const body = element("tbody");
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body);
  return { ...typed, tools: [typed.form], table, body };
}

function layOut(parts) {
  const near = together("near", "nearest words", parts.table);
  near.tabIndex = 0; // it scrolls
  return frame(
    "company",
    "Words before and after the encoder",
    ...typingRows("Sentence", parts),
    near,
  );
}

const render = ({ model, el }) => new Company(model, buildParts(model)).begin(el, layOut);

export default { render };
