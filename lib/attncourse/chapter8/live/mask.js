// Who may see whom: each token of a caption is predicted from the tokens that its
// row of the mask shows, and costs so many bits. The model holds recorded
// `examples`, the two `models`, causal and masked, and the `preset` of the mask.

import { remarks } from "../../live/shared/remarks.js";
import { language, masked } from "../../live/shared/language_model.js";
import { Translating } from "../../live/shared/translating.js";
import { typingParts, typingRows } from "../../live/shared/typing.js";
import { among, chooser, follow, frame, labelled, para, together } from "../../live/shared/ui.js";
import { caption, cost, working } from "./guessing.js";
import { grid } from "./mask_grid.js";

const MOST = 12; // tokens, for which the figure has room
const PRESETS = { left: "GPT", both: "BERT", prefix: "prefix" };
const NAMES = Object.keys(PRESETS);
const SUMS = {
  left: "All earlier tokens are seen, so the sum is −log₂ of the caption’s probability:",
  both: "All other tokens are seen. The sum is no probability of the caption:",
  prefix: "The first half is given, the rest is predicted from what stands before it:",
  "": "Your own mask. In sum:",
};

// A row for each token, true where another is seen; null for one that is given.
export function preset(name, count) {
  const half = name === "prefix" ? Math.ceil(count / 2) : 0;
  const places = [...Array(count).keys()];
  const row = (t) => places.map((s) => (name === "both" ? s !== t : s < t));
  return places.map((t) => (t < half ? null : row(t)));
}

class Mask extends Translating {
  unanswered = "Press Load to see what yours costs.";
  choices = { preset: among(0, 1, 2) };
  known = null; // the caption, and what its tokens cost
  rows = [];
  own = false; // has the reader changed the mask?

  constructor(model, parts) {
    super(model, parts, "the models", (content) =>
      JSON.parse(content.metadata.config).causal ? language(content) : masked(content),
    );
    this.work = "Read";
    parts.grid = grid((t, s) => this.turn(t, s));
    parts.place.append(parts.grid.table);
    parts.presets = chooser(model, "preset", [0, 1, 2], "mask", Object.values(PRESETS));
    parts.presets.group.addEventListener("click", () => this.own && this.anew());
    this.ends.push(follow(model, ["preset"], () => this.anew()));
  }

  get name() {
    return NAMES[this.model.get("preset")];
  }

  show([answer]) {
    const { sentence } = this.known ?? {};
    if (answer && answer.sentence === sentence) return this.draw();
    this.put(answer ? { ...answer, own: new Map() } : null);
  }

  put(known) {
    this.known = known;
    this.reset();
  }

  // The mask of the preset, for the caption that stands there.
  reset() {
    this.rows = preset(this.name, this.known?.pieces.length ?? 0);
    this.own = false;
    this.draw();
  }

  anew() {
    this.reset();
    this.complete();
  }

  turn(t, s) {
    if (!this.rows[t]) return;
    this.rows[t][s] = !this.rows[t][s];
    this.own = true;
    this.draw();
    this.complete();
  }

  get costs() {
    return this.rows.map((row, t) => row && cost(this.known, row, t, this.name));
  }

  draw() {
    const { parts, costs, own, name } = this;
    parts.presets.show();
    parts.grid.show(this.known?.pieces ?? [], this.rows, costs);
    const asked = costs.filter((bits) => bits !== null);
    const sum = asked.reduce((sum, bits) => sum + bits, 0);
    parts.sum.textContent = `${SUMS[own ? "" : name]} ${Number.isNaN(sum) ? "…" : sum.toFixed(1)} bits.`;
  }

  // What the mask asks and nobody has computed, if models are there.
  complete() {
    if (!this.costs.includes(undefined)) return;
    if (this.ready) this.fill(this.begun()).catch((error) => this.failed(error));
    else this.say("Press Load to see what this mask costs.");
  }

  async translate(wanted, sentence) {
    const found = caption(this.loaded[0], sentence);
    const count = found.pieces.length;
    if (count > MOST) return this.refuse(`This has ${count} tokens. The models read at most ${MOST} here.`);
    if (this.known?.sentence !== found.sentence) this.put(found);
    await this.fill(wanted);
  }

  async fill(wanted) {
    const all = [working(this.loaded, this.known, this.rows, this.name)];
    const { answers, how } = await this.answered(all, () => this.draw(), wanted);
    if (!wanted()) return;
    this.draw();
    this.say(remarks(answers) + how);
  }
}

function buildParts(model) {
  const texts = model.get("examples").map(({ sentence }) => sentence);
  const typed = typingParts(texts, "Your own caption", "English", "en");
  const place = together("mask", "mask: a row for each token");
  place.tabIndex = 0; // it scrolls
  return { ...typed, tools: [typed.form], place, sum: para("sum") };
}

function layOut(parts) {
  return frame(
    "mask",
    "Who may see whom, and what each token then costs",
    ...typingRows("Caption", parts),
    labelled("Mask: ", parts.presets.group),
    parts.place,
    parts.sum,
  );
}

const render = ({ model, el }) => new Mask(model, buildParts(model)).begin(el, layOut);

export default { render };
