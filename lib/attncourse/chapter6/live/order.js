// Small trained models answer questions that only order answers, on sequences
// longer than those of their training. The model holds recorded `examples`, one
// for each question: {question, tokens, answers: what each model "said",
// measured: its accuracy at `sizes`}; the `encodings` [name, label], the longest
// `trained` length, what the reader chooses, `example`, `encoding`, `clocks`,
// `length`; and the `models` (name, label, address, bytes).

import { megabytes, took, whenSeen } from "../../live/shared/shipped_models.js";
import {
  action, axis, block, choose, circle, drawing, element, follow, frame, labelled, lettering,
  para, pause, radiogroup, report, ruled, segment, slider, steady, trace, traits,
} from "../../live/shared/ui.js";
import { CLOCKS, ordered } from "./ordered.js";
import { QUESTIONS, counted, judged, random } from "./questions.js";
import { shelf } from "./shelf.js";
import { headMaps, strip } from "./strip.js";

const STATE = ["example", "encoding", "clocks", "length"];
const [LAYERS, HEADS] = [2, 4];
const SPEEDS = ["as trained", "all slowed", "larger base", "slow ones slowed"];
const TURNING = ["sinusoidal", "rotary"]; // whose clocks can be slowed
const TITLE = "Make the sequence longer: which encoding still answers?";
const RECORDED = "Recorded. Load the model to see where it looks.";
const WAIT = "Load the model to see its answers.";
const FAILED = "It did not work: ";
const LONGEST = `${FAILED}_weights/order-latest-sinusoidal.safetensors: answer 404`;
const LEGEND = [
  ["right", "right"], ["wrong", "wrong"], ["unasked", "not asked"],
  ["half", "counted from here"], ["asks", "chosen position"],
  ["answers", "where its answer stands"],
];
const PLOT = { left: 34, right: 296, top: 12, foot: 150 };

// The measured accuracy of all encodings over the length, one of them bold, and
// the share of this sequence.
function drawPlot(plot, { measured }, sizes, { encoding, length }, answers, share) {
  const { left, right, top, foot } = PLOT;
  const ends = [sizes[0], sizes.at(-1)].map(Math.log2);
  const along = axis(...ends, left + 4, right - 4);
  const y = axis(0, 1, foot, top);
  const x = (size) => along(Math.log2(size));
  const curve = (shares, name) =>
    trace(shares.map((value, k) => [x(sizes[k]), y(value)]), name);
  const ys = [0, 0.5, 1].map((value) => [y(value), String(value)]);
  plot.replaceChildren(
    ...ruled(PLOT, sizes.map((size) => [x(size), String(size)]), ys, "length (symbols)"),
    segment(left, y(1 / answers), right, y(1 / answers), "chance"),
    ...measured.map((shares) => curve(shares, "other")),
    curve(measured[encoding], "measured"),
    ...measured[encoding].map((value, k) => circle(x(sizes[k]), y(value), 3, "point")),
    segment(x(length), top, x(length), foot, "cursor"),
    ...(share === null ? [] : [circle(x(length), y(share), 6, "spot")]),
    lettering(left + 4, y(1 / answers) - 4, "guessing", "start"),
  );
}

// One place in words.
function told(question, tokens, said, place, { look, answer, verdict }) {
  const start = `Position ${place}, symbol ${question.written(tokens[place])}: `;
  if (look < 0) return `${start}nothing is asked here.`;
  const wanted = `the answer is ${question.named(answer)}, from position ${look}`;
  if (!said) return `${start}${wanted}.`;
  return `${start}${wanted}; the model says ${question.named(said[place])}: ${verdict}.`;
}

function legend() {
  const signs = LEGEND.map(([name, text]) => {
    const sign = element("span", { class: `cell ${name}`, "aria-hidden": "true" });
    return element("span", {}, sign, text);
  });
  return block("legend", ...signs);
}

// The figure: what the reader chose, and what the chosen model makes of it.
class Order {
  #own = {}; // sequences of the reader, by question
  #place = Infinity; // cut to the last one
  #answer = {}; // of a model on a sequence
  #willing = false; // may models load unasked?

  constructor(model, el) {
    const given = ["examples", "encodings", "sizes", "trained"];
    Object.assign(this, { model, ...traits(model, given) });
    this.shelf = shelf(model, ordered, "sequences");
    this.#build(el);
    this.update();
    whenSeen(model, el, () => this.#allow());
    this.end = follow(model, STATE, () => {
      this.update();
      this.#bring();
    });
  }

  #build(el) {
    const set = (name) => (k) => choose(this.model, { [name]: k });
    const labels = this.examples.map(({ question }) => QUESTIONS[question].label);
    const names = this.encodings.map(([, label]) => label);
    const [low, high] = [this.sizes[0], this.sizes.at(-1)];
    const often = (length) => `${length} (${(length / this.trained).toFixed(1)} × trained)`;
    const put = (place) => {
      this.#place = place;
      this.update();
    };
    this.asked = radiogroup("question", labels, set("example"));
    this.kinds = radiogroup("encoding", names, set("encoding"));
    this.speeds = radiogroup("clocks", SPEEDS, set("clocks"));
    this.long = slider("length", { min: low, max: high }, often, set("length"));
    this.strip = strip(high, this.trained, put);
    this.maps = headMaps(LAYERS, HEADS, high);
    this.plot = drawing(304, 192);
    this.load = action("", () => this.#allow());
    this.fresh = action("new sequence", () => this.#renew());
    [this.say, this.what, this.status] = [report(), element("p"), report()];
    this.score = element("strong");
    this.load.hidden = this.fresh.hidden = this.shelf.why !== "";
    this.how = this.shelf.why || RECORDED;
    el.append(this.#layOut());
  }

  #layOut() {
    const asks = Object.values(QUESTIONS).map((question) => question.asks);
    const slowed =
      `For sinusoidal and rotary positions alone: slower clocks, for ${this.sizes.at(-1)} symbols.`;
    const said =
      "Position 255, symbol M: the answer is M, from position 255; the model says M: unasked.";
    const right = para("readout", this.score, "right, in the second half of this sequence");
    const plotted =
      "Line: mean of many sequences, clocks as trained; dot: this one; thin: others.";
    const measured = para("heading", "Share right, by length");
    const left = block("panel plotted", measured, this.plot, para("note", plotted));
    const title = para("heading", "What the chosen position attends to");
    const reads = "Number: the weight at its answer. Pale: spread over many positions.";
    const start = block("start", this.load, this.fresh, steady(this.say, [RECORDED, LONGEST]));
    return frame(
      "order",
      "Questions about order",
      para("heading", TITLE),
      labelled("question", this.asked.group),
      steady(this.what, asks),
      labelled("encoding", this.kinds.group),
      labelled("clocks", this.speeds.group),
      para("note", slowed),
      this.long.row,
      right,
      this.strip.el,
      legend(),
      steady(this.status, [said]),
      start,
      block("panels", left, block("panel", title, this.maps.el, para("note", reads))),
    );
  }

  // What is chosen: the question, the sequence, the model, what it said.
  get #now() {
    const state = traits(this.model, STATE);
    const example = this.examples[state.example];
    const tokens = this.#own[example.question] ?? example.tokens;
    const kind = this.encodings[state.encoding][0];
    const name = `order-${example.question}-${kind}`;
    const place = Math.min(this.#place, state.length - 1);
    const speed = CLOCKS[TURNING.includes(kind) ? state.clocks : 0];
    return { ...state, record: example, tokens, name, place, speed };
  }

  // Answers of the model, computed once; without it the recorded ones.
  #answered({ name, tokens, record, encoding, speed }) {
    const run = this.shelf.get(name);
    if (!run) {
      const known = tokens === record.tokens && speed === CLOCKS[0];
      if (!this.shelf.why) this.how = known ? RECORDED : WAIT;
      return { said: known ? record.answers[encoding].said : null, weights: null };
    }
    const asked = { name, tokens, speed };
    if (Object.keys(asked).some((key) => this.#answer[key] !== asked[key])) {
      const began = performance.now();
      const longer = this.sizes.at(-1) / this.trained;
      this.#answer = { ...asked, ...run(tokens, speed, longer, this.trained) };
      this.#answer.how = took([performance.now() - began]);
    }
    this.how = this.#answer.how;
    return this.#answer;
  }

  update() {
    const now = this.#now;
    const { record, tokens, length, place } = now;
    const question = QUESTIONS[record.question];
    const { said, weights } = this.#answered(now);
    const places = judged(question, tokens, said);
    const { share } = counted(places, length);
    this.asked.check(now.example);
    this.kinds.check(now.encoding);
    this.speeds.check(now.clocks);
    this.long.show(length);
    this.what.textContent = question.asks;
    this.strip.show(now, tokens.map(question.written), places);
    this.maps.show(now, places[place].look, weights);
    this.score.textContent = said ? share.toFixed(2) : "?";
    drawPlot(this.plot, record, this.sizes, now, question.answers, said ? share : null);
    this.status.textContent = told(question, tokens, said, place, places[place]);
    this.#offer(now);
  }

  // What the button does; once the model is there, it stays without work.
  #offer({ name }) {
    const { bytes } = this.model.get("models").find((one) => one.name === name);
    const there = this.shelf.get(name) !== undefined;
    this.load.setAttribute("aria-disabled", there);
    this.load.textContent = there ? "Model loaded" : `Load this model (${megabytes(bytes)} MB)`;
    this.say.textContent = this.how;
  }

  #renew() {
    const { record, tokens } = this.#now;
    this.#own[record.question] = random(QUESTIONS[record.question], tokens.length);
    this.update();
    this.#allow();
  }

  #allow() {
    this.#willing = true;
    this.#bring();
  }

  // The chosen model, if it may be loaded.
  async #bring() {
    const { name } = this.#now;
    if (!this.#willing || this.shelf.why || this.shelf.get(name)) return;
    this.load.textContent = "Loading …";
    try {
      await this.shelf.load(name);
      await pause(0);
      if (this.#now.name === name) this.update();
    } catch (error) {
      this.update();
      this.say.textContent = FAILED + error.message;
    }
  }
}

function render({ model, el }) {
  return new Order(model, el).end;
}

export default { render };
