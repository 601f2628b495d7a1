// The parts of the figure with two captioners, and how they are laid out.

import { loadingParts } from "../../live/shared/shipped_models.js";
import {
  action, block, element, frame, para, picker, steady,
} from "../../live/shared/ui.js";
import {
  LONGEST, WIDEST, captionPanel, captionSection, longestWords,
} from "./caption_panel.js";
import { box, sentence, truth } from "./scene.js";
import { sceneEditor } from "./scene_editor.js";

// The fixed parts of the figure; `acts` are told what the reader does.
export function buildParts(model, digits, acts) {
  const examples = model.get("examples");
  const scenes = examples.map(
    ({ things }, k) => `${k + 1}. ${sentence(things)}`,
  );
  const labels = model.get("models").map(({ label }) => label);
  const scene = sceneEditor(model.get("images"), digits, acts.changed);
  const { parts, draw } = captionPanel(labels, digits, (weights, place) => {
    const thing = truth(scene.things())[place]?.thing;
    scene.weigh(weights, thing ? box(thing, digits) : null);
  });
  const button = action("", acts.pressed);
  button.className = "main";
  return {
    scene,
    draw,
    labels,
    button,
    tools: [button, scene.tools],
    ...parts,
    ...loadingParts(),
    select: picker([...scenes, "Your own scene"], {}),
  };
}

export function layOut(parts) {
  const { scene, labels, scores, words, plain, right, seen } = parts;
  const longest = LONGEST.replace(" [stop]", "");
  const buttons = block("line", ...parts.steps);
  const steps = block("steps", buttons, steady(seen, [WIDEST]));
  const desk = block("desk", scene.board, legend(), steps, scene.tools);
  return frame(
    "captioner",
    "Two captioners on your own scene",
    element("label", {}, "Scene ", parts.select),
    parts.why,
    block("start", parts.button, parts.say),
    parts.progress,
    desk,
    captionSection(labels[1], scores[1], words, longestWords()),
    captionSection(labels[0], scores[0], plain, longest),
    captionSection("Right would be", "", right, longest),
  );
}

function legend() {
  const part = (name, text) =>
    element("span", {}, element("i", { class: `swatch ${name}` }), text);
  return para(
    "legend",
    part("light", "the lighter, the more is read"),
    part("peak", "largest weight, its centre counts"),
    part("wanted", "thing that the word should name"),
  );
}
