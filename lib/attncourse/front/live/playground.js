// Three translators side by side, greedy or with a beam, and what each answer costs.
// The model holds what that of chapter 2 holds, and the choice `beam`.

import { megabytes } from "../../live/shared/shipped_models.js";
import { made } from "../../live/shared/translator_kinds.js";
import { Translators } from "../../live/shared/translators.js";
import { buildParts, follower, layOut } from "../../live/shared/sentence_rows.js";
import { among, chooser, follow, labelled, para } from "../../live/shared/ui.js";
import { searching } from "./beam.js";

const WIDTHS = [1, 2, 4, 8];

// What an answer costs: bytes to load, time, and bytes to keep while it is written.
function cost({ bytes }, answer) {
  const weights = `${megabytes(bytes)} MB of weights`;
  if (!answer?.kept) return weights;
  const { milliseconds, kept, target } = answer;
  const each = (milliseconds / target.length).toFixed(1);
  return `${weights} · ${milliseconds.toFixed(0)} ms, ${each} ms a token · keeps ${(kept / 1e3).toFixed(0)} kB`;
}

class Playground extends Translators {
  #costs;
  choices = { beam: among(...WIDTHS) };

  constructor(model) {
    const parts = buildParts(model);
    const width = chooser(model, "beam", WIDTHS, "hypotheses that are kept");
    parts.settings.append(labelled("beam", width.group));
    parts.tools.push(parts.settings);
    const worker = (one, sentence) => searching(one, sentence, model.get("beam"));
    super(model, parts, "all three models", { made, worker, draw: follower(parts) });
    this.#costs = parts.rows.map(({ el }) => {
      const line = para("cost");
      el.append(line);
      return line;
    });
    width.show();
    const turned = () => {
      width.show();
      if (this.ready) this.answer();
    };
    this.ends.push(follow(model, ["beam"], turned));
  }

  // Megabytes come only when the reader asks for them.
  async early() {}

  show(answers) {
    super.show(answers);
    const models = this.model.get("models");
    this.#costs.forEach((line, k) => (line.textContent = cost(models[k], answers[k])));
  }
}

const render = ({ model, el }) => new Playground(model).begin(el, layOut);

export default { render };
