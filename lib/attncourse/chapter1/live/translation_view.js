// What the reader sees of two translators, and the step that is looked at.

import { alignmentLines, mostRead, reachable } from "../../live/shared/alignment_lines.js";
import { typingParts, typingRows } from "../../live/shared/typing.js";
import { block, element, frame, para, report, within } from "../../live/shared/ui.js";

const BLANK = "\u00a0"; // keeps the height of a line: themes hide empty ones

// What the attention of step t reads, in words.
const reading = ({ source, target, weights }, t) =>
  `Step ${t + 1} writes “${target[t]}” and reads ${mostRead(source, weights[t])}.`;

// One model's half of the figure: what it wrote, and the picture of it.
function side(label, languages) {
  const text = element("p", { class: "translation", lang: languages[1] });
  const picture = alignmentLines(`${label}: who reads whom`, languages);
  const heading = para("heading", label);
  const el = element("section", { "aria-label": label }, heading);
  el.append(text, picture.el);

  // `other` is what the other model wrote; its words are told apart.
  function draw(answer, other) {
    text.replaceChildren(...compared(answer?.text ?? "", other?.text ?? ""));
    reachable(text);
    picture.draw(answer);
  }

  return { el, picture, draw };
}

// The words of a text, those marked that the other text does not have.
function compared(text, other) {
  const bare = (word) => word.replace(/[.,;:!?]+$/, "");
  const known = new Set(other.split(" ").map(bare));
  return text.split(" ").flatMap((word) => {
    const own = other && !known.has(bare(word));
    return [own ? element("mark", {}, word) : word, " "];
  });
}

// The fixed parts of the figure.
export function buildParts(model) {
  const languages = model.get("languages");
  const sentences = model.get("examples").map(({ sentence }) => sentence);
  const typed = typingParts(sentences, "Your own sentence", "English", languages[0]);
  return {
    ...typed,
    slider: element("input", { type: "range", min: 1, step: 1 }),
    tools: [typed.form],
    seen: report(),
    sides: model.get("models").map(({ label }) => side(label, languages)),
  };
}

export function layOut(parts) {
  const { sides, slider, seen } = parts;
  return frame(
    "translator",
    "Two translators",
    ...typingRows("Sentence", parts),
    block("sides", ...sides.map(({ el }) => el)),
    element("label", {}, "Step of the decoder ", slider),
    seen,
  );
}

// The steps that a reader can look at: those of the model with attention.
export function follower({ sides, slider, seen }) {
  let answers = [];
  let pinned = 0;
  const at = () => answers.findIndex((answer) => answer?.weights);

  function light(t) {
    const answer = answers[at()];
    if (!answer?.target.length) {
      seen.textContent = BLANK;
      return;
    }
    const step = within(t, answer.target.length);
    sides[at()].picture.light(step);
    slider.value = step + 1;
    slider.setAttribute("aria-valuetext", answer.target[step]);
    seen.textContent = reading(answer, step);
  }

  function pin(t) {
    pinned = t;
    light(t);
  }

  // `t` is the step to look at; without it, the models still write.
  function draw(given, t = null) {
    answers = given;
    const others = t === null ? [] : [...answers].reverse();
    sides.forEach((one, k) => one.draw(answers[k], others[k]));
    slider.max = answers[at()]?.target.length || 1;
    pin(t ?? Infinity);
    sides.forEach(({ picture }, k) => {
      const last = (answers[k]?.target.length ?? 0) - 1;
      if (last >= 0) picture.reveal(Math.min(t ?? last, last));
    });
  }

  slider.addEventListener("input", () => {
    pin(slider.value - 1);
    sides[at()]?.picture.reveal(pinned);
  });
  sides.forEach(({ picture }, k) => {
    const on = (event, act) =>
      picture.el.addEventListener(event, ({ clientY }) => {
        if (k === at()) act(picture.rowAt(clientY));
      });
    on("pointermove", light);
    on("pointerleave", () => light(pinned));
    on("click", pin);
  });
  return draw;
}
