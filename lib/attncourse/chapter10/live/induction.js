// The reader's letters, read twice by a model of letters: what each costs, and what
// the head of each block attends to. The model holds recorded `examples` and the one
// of the `models`.

import { Asking, RECORDED } from "../../live/shared/asking.js";
import { advanced } from "../../live/shared/blocks.js";
import { language } from "../../live/shared/language_model.js";
import { bits } from "../../live/shared/next_token.js";
import { took } from "../../live/shared/shipped_models.js";
import { START, UNKNOWN, tidy } from "../../live/shared/tokenizer.js";
import { typingParts, typingRows } from "../../live/shared/typing.js";
import {
  block, drawing, frame, lettering, panel, para, path, rect,
} from "../../live/shared/ui.js";
import { captionTokens } from "../../live/shared/caption_tokens.js";

const TWICE = 20; // letters that are read twice
const SIDE = 320; // pixels of a map
const HOW_TO_READ = "Each row attends to columns (the first: the start); ▁ stands before a word. Thin frames: where the head " +
  "should attend. Choose a letter to see the row that predicts it.";
const TITLES = ["block 1: mostly one position back", "block 2: what came next"];

// The bits of each of the tokens, and the weights of each block from each place on.
function reading(model, tokens) {
  const kept = model.stack.blocks.map(() => ({ own: [] }));
  const [costs, weights] = [[], model.stack.blocks.map(() => [])];
  for (const [t, token] of [START, ...tokens].entries()) {
    const { x, seen } = advanced(model.stack, kept, model.embed(token, t));
    seen.own.forEach(([head], l) => weights[l].push([...head]));
    if (t < tokens.length) costs.push(bits(model.logits(x), tokens[t]));
  }
  const pieces = model.tokenizer.pieces(tokens).map((piece) => piece.replace("+", ""));
  return { pieces, bits: costs, weights };
}

// Rows attend to columns; the places that a head of `block` should find are framed,
// and the row in view.
function headMap(block) {
  const picture = drawing(SIDE, SIDE);
  const draw = ({ pieces, weights }, row) => {
    const [names, n] = [["", ...pieces], pieces.length / 2];
    const edge = 18;
    const cell = (SIDE - edge) / (names.length - 1 || 1);
    const at = (k) => edge + k * cell;
    const shapes = [];
    weights[block].slice(0, -1).forEach((line, t) =>
      line.forEach((weight, s) => {
        if (weight < 0.02) return;
        const square = rect(at(s), at(t), cell, cell, "cell");
        square.setAttribute("fill-opacity", Math.min(weight, 1).toFixed(2));
        shapes.push(square);
      }),
    );
    for (let t = block ? n + 1 : 1; t < names.length - 1; t++) {
      shapes.push(rect(at(block ? t - n + 1 : t - 1), at(t), cell, cell, "wanted"));
    }
    for (const [k, name] of names.slice(0, -1).entries()) {
      const labels = [lettering(at(k) + cell / 2, 13, name), lettering(8, at(k) + cell / 2 + 4, name)];
      for (const label of labels) label.style.fontSize = `${Math.min(cell + 1, 14)}px`;
      shapes.push(...labels);
    }
    shapes.push(rect(edge, at(row), SIDE - edge, cell, "now"));
    shapes.push(path(`M${at(n + 1)} ${edge}V${SIDE}M${edge} ${at(n + 1)}H${SIDE}`, "half"));
    picture.replaceChildren(...(pieces.length ? shapes : []));
  };
  return { el: panel(TITLES[block], picture), draw };
}

class Twice extends Asking {
  #answer = null;
  #row = 0;

  constructor(model) {
    const texts = model.get("examples").map(({ text }) => text);
    const typed = typingParts(texts, "Your own letters", "Letters, to be read twice", "en");
    const maps = [0, 1].map(headMap);
    const parts = { ...typed, tools: [typed.form], maps, letters: captionTokens((t) => this.#look(t), "The taller its bar, the more a letter costs: −log₂ p bits.") };
    super(model, parts, { recorded: "texts", names: "the model", work: "Read twice", made: language });
  }

  pick() {
    const { text, answers } = this.chosen();
    this.parts.field.value = text;
    this.read();
    this.begun();
    this.#show(answers[0]);
    this.say(RECORDED);
  }

  async answer() {
    try {
      if (!this.ready) await this.load();
      const wanted = this.begun();
      const [model] = this.loaded;
      const once = model.tokenizer.encode(tidy(this.read())).slice(0, -1);
      if (!wanted()) return;
      if (once.length < 2) return this.refuse("Type at least one letter.");
      if (once.includes(UNKNOWN)) return this.refuse("The model knows the letters a to z and spaces alone.");
      if (once.length > TWICE) {
        return this.refuse(`This has ${once.length} letters. The model reads at most ${TWICE} twice.`);
      }
      const began = performance.now();
      this.#show(reading(model, [...once, ...once]));
      this.say(took([performance.now() - began]));
    } catch (error) {
      this.failed(error);
    }
  }

  refuse(reason) {
    this.begun();
    this.#show({ pieces: [], bits: [], weights: [[], []] });
    this.say(reason);
  }

  #show(answer) {
    this.#answer = answer;
    this.#look(answer.pieces.length / 2 + 1);
  }

  #look(t) {
    const { pieces, bits } = this.#answer;
    this.#row = Math.min(t, Math.max(pieces.length - 1, 0));
    this.parts.letters.show({ tokens: pieces, pieces, bits }, 0, this.#row);
    for (const { draw } of this.parts.maps) draw(this.#answer, this.#row);
  }
}

function layOut(parts) {
  return frame(
    "induction", "Letters that are read twice",
    ...typingRows("Text", parts),
    parts.letters.el,
    block("panels", ...parts.maps.map(({ el }) => el)),
    para("note", HOW_TO_READ),
  );
}

const render = ({ model, el }) => new Twice(model).begin(el, layOut);

export default { render };
