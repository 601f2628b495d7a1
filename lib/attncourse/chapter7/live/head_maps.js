// Every head as a small map: a row for each word that reads, a column for each
// word that it can read, the darker, the more.

import { block, drawing, element, path, radiogroup, rect, shape } from "../../live/shared/ui.js";

const LEVELS = 12; // shades of a map
const PARTS = [
  ["encoder", "encoder_layers", "Encoder self-attention"],
  ["own", "decoder_layers", "Decoder self-attention"],
  ["cross", "decoder_layers", "Cross-attention"],
];
const count = (n, made) => Array.from({ length: n }, (_, k) => made(k));

// The rows of maps: {part, l, kind, heads}. The first is the mean over the heads
// of the layer where words align best (Garg et al. 2019).
function layersOf(sizes) {
  const l = Math.max(0, sizes.decoder_layers - 2);
  const mean = { part: "mean", l, kind: PARTS[2][2], heads: 1 };
  const layers = PARTS.flatMap(([part, name, kind]) =>
    count(sizes[name], (l) => ({ part, l, kind, heads: sizes.heads })),
  );
  return [mean, ...layers];
}

export const titled = ({ part, l, h, kind }) =>
  `${kind}, layer ${l + 1}, ${part === "mean" ? "mean of heads" : `head ${h + 1}`}`;

// What a head shows of an answer: `target`, the words that read, `source`, the
// words that are read, and the weights, as far as they are known.
export function viewOf({ source, target, weights, maps }, { part, l, h }) {
  if (part === "mean") return { source, target, weights: weights ?? [] };
  const own = maps?.[part][l]?.[h] ?? [];
  if (part === "encoder") return { source, target: source, weights: own };
  if (part === "cross") return { source, target, weights: own };
  return { source: target.length ? ["[start]", ...target.slice(0, -1)] : [], target, weights: own };
}

// The cells of a map, a path for each shade.
function painted(rows) {
  const shades = Array(LEVELS + 1).fill("");
  rows.forEach((row, t) =>
    row.forEach((weight, s) => {
      const shade = Math.round(weight * LEVELS);
      if (shade) shades[shade] += `M${s} ${t}h1v1h-1z`; // of long texts few cells have one
    }),
  );
  return shades.slice(1).flatMap((d, k) => {
    if (!d) return [];
    const cells = path(d, "cells");
    cells.setAttribute("fill-opacity", ((k + 1) / LEVELS).toFixed(2));
    return [cells];
  });
}

function thumbnail() {
  const picture = drawing(1, 1, { preserveAspectRatio: "none" });
  const [cells, now] = [shape("g"), rect(0, 0, 1, 1, "now")];
  picture.append(cells, now);
  let [drawn, known] = [null, 0];
  // the first `rows` rows of a view; row `t` is framed, none for -1
  function show({ source, target, weights }, rows, t) {
    picture.setAttribute("viewBox", `0 0 ${source.length || 1} ${target.length || 1}`);
    const there = Math.min(rows, weights.length);
    now.setAttribute("width", there && t >= 0 ? source.length : 0);
    now.setAttribute("y", t);
    if (drawn === weights && known === there) return;
    cells.replaceChildren(...painted(weights.slice(0, there)));
    [drawn, known] = [weights, there];
  }
  return { picture, show };
}

// All maps; `chosen` is told the position of a head in `heads`. Gives {el, heads,
// show}.
export function headMaps(sizes, chosen) {
  const layers = layersOf(sizes);
  const heads = layers.flatMap((layer) => count(layer.heads, (h) => ({ ...layer, h })));
  const maps = heads.map(thumbnail);
  const { group, check } = radiogroup("head", maps.map(({ picture }) => picture), chosen);
  const label = ({ part, l, kind }) => {
    const [word] = kind.toLowerCase().split(/[- ]/);
    return element("span", { class: part }, `${word} ${l + 1}${part === "mean" ? ", mean" : ""}`);
  };
  const numbers = count(sizes.heads, (h) => element("span", {}, `head ${h + 1}`));
  const names = block("layers", ...layers.map(label));
  const el = block("maps", block("numbers", ...numbers), names, group);
  el.style.setProperty("--heads", sizes.heads);
  // Of the decoder up to a step. In the maps of the same words as the chosen one,
  // `row` is framed.
  function show(answer, chosen, step, row, off) {
    check(chosen);
    heads.forEach((head, k) => {
      const [own, other] = [head, heads[chosen]].map(({ part }) => part === "encoder");
      const dark = off(head);
      maps[k].show(viewOf(answer, head), own ? Infinity : step + 1, own === other ? row : -1);
      group.children[k].toggleAttribute("data-off", dark);
      group.children[k].setAttribute("aria-label", titled(head) + (dark ? ", off" : ""));
    });
  }
  return { el, heads, show };
}
