// Whose weights are shown: of which block and head, or the rollout; and what they
// say, in words.

import { mean } from "../../live/shared/model.js";
import { block, labelled, para, radiogroup, report, steady } from "../../live/shared/ui.js";
import { peak, placed } from "./patch_view.js";

const UNKNOWN =
  "Recorded is only where the class token looks. Where a patch looks, the models must compute.";
const LONGEST =
  "The patch in row 8, column 8, block 3, mean of the heads: 0.999 on the class token; the " +
  "largest on a patch is 0.999, row 8, column 8. Uniform weights would be 0.015.";
const counted = (count) => Array.from({ length: count }, (_, k) => String(k + 1));

// `chosen({ layer })` or `chosen({ head })` is told what the reader chooses.
// Gives {el, show}.
export function looks(chosen) {
  const layers = radiogroup("Block", [], (layer) => chosen({ layer }));
  const heads = radiogroup("Head", [], (head) => chosen({ head }));
  const said = report();
  let sizes = "";

  function fit(answer) {
    const { length } = answer.weights;
    const each = answer.weights[0].length;
    if (sizes === `${length} ${each}`) return;
    sizes = `${length} ${each}`;
    layers.fill([...counted(length), "rollout"]);
    heads.fill(["mean", ...counted(each)]);
  }

  // What token t of an answer looks at; null if that is not known.
  function show(answer, t, { layer, head }, patch) {
    if (answer) fit(answer);
    const rolled = answer && layer === answer.weights.length;
    layers.check(layer);
    heads.check(rolled ? 0 : head);
    const weights = answer && weightsOf(answer, t, layer, head);
    said.textContent = !answer ? "\u00a0" : weights
      ? described(weights, t, patch, rolled ? null : { layer, head })
      : UNKNOWN;
    return weights;
  }

  const choices = block("line", labelled("block", layers.group), labelled("head", heads.group));
  const el = block("looks", para("heading", "Where it looks"), choices, steady(said, [LONGEST]));
  return { el, show };
}

function weightsOf({ weights, rollout }, t, layer, head) {
  const heads = weights[layer];
  if (!heads) return t ? null : rollout;
  if (t >= heads[0].length) return null;
  return head ? heads[head - 1][t] : mean(heads.map((each) => each[t]));
}

function described(weights, t, patch, at) {
  const best = peak(weights);
  const [own, most, even] = [weights[0], weights[best], 1 / weights.length].map((share) =>
    share.toFixed(3));
  const head = at && (at.head ? `head ${at.head}` : "mean of the heads");
  const how = at ? `block ${at.layer + 1}, ${head}` : "rollout over all blocks";
  const who = placed(t, patch).replace(/^t/, "T");
  const where = placed(best, patch).replace("the patch in ", "");
  return `${who}, ${how}: ${own} on the class token; the largest on a patch is ${most}, ` +
    `${where}. Uniform weights would be ${even}.`;
}
