// What the reader sees and moves.

import { typingParts, typingRows } from "../../live/shared/typing.js";
import {
  action, block, choose, chooser, element, frame, labelled, para, report, slider, steady,
} from "../../live/shared/ui.js";
import { captionTokens } from "../../live/shared/caption_tokens.js";
import { nextBars } from "./next_bars.js";
import { whyPanel } from "./why_view.js";

export const TOP_K = [0, 1, 2, 5, 10, 50];
const off = (value, none, written) => (value === none ? `${written}: off` : written);

// What is done to the distribution before a token is sampled; show() shows it.
function cutPanel(model) {
  const set = (name) => (value) => choose(model, { [name]: value });
  const heat = (value) =>
    value ? off(value, 1, value.toFixed(1)) : "0.0: the likeliest alone";
  const nucleus = (value) => off(value, 1, value.toFixed(2));
  const temperature = slider("temperature", { min: 0, max: 2, step: 0.1 }, heat, set("temperature"));
  const kinds = TOP_K.map((k) => (k ? String(k) : "off"));
  const most = chooser(model, "top_k", TOP_K, "top-k", kinds);
  const top = slider("top-p", { min: 0.1, max: 1, step: 0.05 }, nucleus, set("top_p"));
  const line = labelled("top-k", most.group);
  const el = block("cut", temperature.row, line, top.row);
  function show() {
    temperature.show(model.get("temperature"));
    most.show();
    top.show(model.get("top_p"));
  }
  return { el, show };
}

// The fixed parts of the figure; `acts` are told what the reader does.
export function buildParts(model, acts) {
  const texts = model.get("examples").map(({ beginning }) => beginning || "(nothing)");
  const typed = typingParts(texts, "Your own beginning", "The caption begins", "en");
  const cut = cutPanel(model);
  const buttons = [
    action("sample", acts.draw), action("write to the end", acts.write), action("back", acts.back),
  ];
  const moves = element("fieldset", {}, cut.el, block("line", ...buttons));
  moves.setAttribute("aria-label", "how the next token is chosen");
  return {
    ...typed,
    moves,
    tools: [typed.form, moves],
    cut,
    caption: captionTokens(acts.look),
    bars: nextBars(acts.go),
    reasons: whyPanel(acts.why),
    seen: report(),
  };
}

// What stands at the place t, in words.
export function described({ tokens, pieces, bits, vocabulary }, place, t) {
  const after = t ? `After “${pieces[t - 1]}”` : "At the beginning";
  const came = t < tokens.length ? ` “${pieces[t]}” came: ${bits[t].toFixed(1)} bits.` : "";
  const [left, all] = [place.left, vocabulary].map((count) => count.toLocaleString("en"));
  const likely = `“${place.pieces[0]}” is likeliest, ${place.p[0].toFixed(3)}`;
  const [some, are] = place.left === vocabulary
    ? [`All ${all} tokens`, "are"]
    : [`${left} of ${all} tokens`, place.left === 1 ? "is" : "are"];
  return `${after}: ${likely}.${came} ${some} ${are} kept ` +
    `(${(100 * place.share).toFixed(1)}% of the probability).`;
}

const LONGEST = "After “characters”: “background” is likeliest, 0.123. “photographers” " +
  "came: 12.3 bits. 3,999 of 4,000 tokens are kept (100.0% of the probability).";

export function layOut(parts) {
  const { caption, bars, moves, reasons, seen } = parts;
  const pale = element("i", { class: "swatch hollow" });
  const full = element("i", { class: "swatch" });
  const note = para("note", pale, "the model ", full, "after the cut. ",
    "▸ stands in the caption. Click a token to continue with it.");
  const next = block("panel likely", steady(seen, [LONGEST]), bars.el, note);
  return frame(
    "completion",
    "A language model of captions",
    ...typingRows("Beginning", parts),
    caption.el,
    block("panels", block("panel chosen", moves, reasons.el), next),
  );
}
