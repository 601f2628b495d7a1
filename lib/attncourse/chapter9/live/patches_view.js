// The parts of the figure of patches, and how they are laid out.

import { askingParts } from "../../live/shared/asking.js";
import { legend, mainButton, picturingRows } from "../../live/shared/picturing.js";
import {
  action, block, choose, element, frame, labelled, para, radiogroup, report, steady, toggle,
} from "../../live/shared/ui.js";
import { classBars } from "./class_bars.js";
import { drawingBoard } from "./drawing_board.js";
import { looks } from "./looks.js";
import { patchView } from "./patch_view.js";

const HINT = "Draw with the pointer; or with the arrow keys, space and Delete.";
const MOVES = [
  ["←", "left", -1, 0], ["↑", "up", 0, -1], ["↓", "down", 0, 1], ["→", "right", 1, 0],
];
const LEGEND = {
  shade: "weight, white to the largest",
  peak: "largest on a patch",
  asks: "query: the one that looks",
};
const VERDICT = "It predicts 8 with probability 0.999. The label is 8.";

// How the image is cut, and what the model knows of the places. The readers are
// [side of a patch, with positions]; gives {el, show}.
function settings(model) {
  const readers = model.get("readers");
  const set = (patch, positions) => {
    const k = readers.findIndex((reader) => reader[0] === patch && reader[1] === positions);
    choose(model, { chosen: k });
  };
  const sizes = [...new Set(readers.map(([patch]) => patch))];
  const [plain] = readers.find(([, positions]) => !positions);
  const written = sizes.map((patch) => `${patch} × ${patch}`);
  const now = () => readers[model.get("chosen")];
  const cuts = radiogroup("Pixels of a patch", written, (k) =>
    sizes[k] === now()[0] || set(sizes[k], true));
  const places = action("positions", () => (now()[1] ? set(plain, false) : set(now()[0], true)));
  places.setAttribute("role", "switch");
  const shuffle = toggle(model, "shuffled", "shuffle the patches");
  const el = labelled("patch, in pixels", cuts.group, places, shuffle.button);
  function show() {
    const [patch, positions] = now();
    cuts.check(sizes.indexOf(patch));
    places.setAttribute("aria-checked", positions);
    shuffle.show();
  }
  return { el: block("settings", el), show };
}

// The fixed parts of the figure; `acts` are told what the reader does.
export function buildParts(model, acts) {
  const digits = model.get("examples").map(({ label }) => `a handwritten ${label}`);
  const hint = report();
  hint.textContent = HINT;
  const at = (text) => (hint.textContent = text);
  const board = drawingBoard({ begun: acts.begun, changed: acts.drawn, at });
  const moves = MOVES.map(([sign, where, right, down]) => {
    const button = action(sign, () => acts.move(right, down));
    button.setAttribute("aria-label", `Move the drawing one pixel ${where}`);
    return button;
  });
  const buttons = block("line", ...moves, action("clear", acts.clear));
  const tools = block("tools", buttons, steady(hint, [HINT]));
  const button = mainButton(acts.pressed);
  return {
    ...askingParts(digits, "Your own drawing"),
    button,
    board,
    toolbox: tools,
    tools: [button, tools],
    settings: settings(model),
    view: patchView(acts.look, acts.point),
    looks: looks(acts.choose),
    bars: classBars(),
    verdict: element("p", { class: "verdict" }),
  };
}

export function layOut(parts) {
  const { board, toolbox, view, bars, verdict } = parts;
  const panel = (name, title, ...inside) =>
    block(`part ${name}`, para("heading", title), ...inside);
  const marks = para("note", element("i", { class: "swatch full" }), "now ",
    element("i", { class: "swatch hollow" }), "before the last change");
  return frame(
    "patches",
    "Vision Transformers on your own digit",
    ...picturingRows("Digit", parts),
    parts.settings.el,
    block(
      "desk",
      panel("draw", "Your digit", board.el, toolbox),
      panel("cut", "Its patches: press one", view.el, legend(LEGEND)),
      panel("answer", "Its prediction", steady(verdict, [VERDICT]), bars.el, marks),
    ),
    parts.looks.el,
  );
}
