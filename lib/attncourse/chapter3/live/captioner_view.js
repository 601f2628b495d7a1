// The parts of the figure with two captioners, and how they are laid out.

import { askingParts } from "../../live/shared/asking.js";
import { legend, mainButton, picturingRows } from "../../live/shared/picturing.js";
import { block, frame, steady } from "../../live/shared/ui.js";
import {
  LONGEST, WIDEST, captionPanel, captionSection, longestWords,
} from "./caption_panel.js";
import { box, sentence, truth } from "./scene.js";
import { sceneEditor } from "./scene_editor.js";

const LEGEND = {
  light: "the lighter, the more is read",
  peak: "largest weight, its centre counts",
  wanted: "object that the word should name",
};

// The fixed parts of the figure; `acts` are told what the reader does.
export function buildParts(model, digits, acts) {
  const scenes = model.get("examples").map(({ things }) => sentence(things));
  const labels = model.get("models").map(({ label }) => label);
  const scene = sceneEditor(model.get("images"), digits, acts.changed);
  const { parts, draw } = captionPanel(labels, digits, (weights, place) => {
    const thing = truth(scene.things())[place]?.thing;
    scene.weigh(weights, thing ? box(thing, digits) : null);
  });
  const button = mainButton(acts.pressed);
  return {
    scene,
    draw,
    labels,
    button,
    tools: [button, scene.tools],
    ...parts,
    ...askingParts(scenes, "Your own scene"),
  };
}

export function layOut(parts) {
  const { scene, labels, scores, words, plain, right, seen } = parts;
  const longest = LONGEST.replace(" [stop]", "");
  const buttons = block("line", ...parts.steps);
  const steps = block("steps", buttons, steady(seen, [WIDEST]));
  const desk = block("desk", scene.board, legend(LEGEND), steps, scene.tools);
  return frame(
    "captioner",
    "Two captioners on your own scene",
    ...picturingRows("Scene", parts),
    desk,
    captionSection(labels[1], scores[1], words, longestWords()),
    captionSection(labels[0], scores[0], plain, longest),
    captionSection("Right would be", "", right, longest),
  );
}
