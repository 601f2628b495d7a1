// The residual stream of a sentence: at each plus a slab as long as what the layer
// adds, and a switch that takes the layer out.

import { action, bar, block, element, para, together } from "../../live/shared/ui.js";

const SIDES = [
  ["Encoder", "encoder_layers", { encoder: "attention", encoder_network: "feed-forward" }],
  ["Decoder", "decoder_layers",
    { own: "masked attention", cross: "cross-attention", decoder_network: "feed-forward" }],
];
const NOTE =
  "Each thick line is a residual stream, from the bottom to the top. A slab is the length of " +
  "what a layer adds, over the length of the word after it: a mean over the words. Press a " +
  "layer, and it adds nothing.";

const average = (shares) => shares.reduce((sum, share) => sum + share, 0) / shares.length;

// One layer; pressed(part, l) is told when the reader presses it.
function layer(part, l, name, pressed) {
  const [slab, share] = [bar(), element("output")];
  const words = element("span", {}, `+ ${name} ${l + 1}`);
  const button = action("", () => pressed(part, l));
  button.setAttribute("role", "switch");
  button.append(words, slab.track, share);
  function show(shares, off, ready) {
    const own = shares?.[part]?.[l];
    const found = own ? average(own) : 0;
    slab.show(Math.min(found, 1));
    share.textContent = own ? found.toFixed(2) : "–";
    button.setAttribute("aria-checked", !off(part, l));
    button.setAttribute("aria-disabled", !ready);
  }
  return { button, show };
}

// All layers; gives {el, show}, where show(shares, off, ready) takes the shares by
// part, layer and word, as far as they are known.
export function streamPanel(sizes, pressed) {
  const all = [];
  const sides = SIDES.map(([title, count, parts]) => {
    const layers = Array.from({ length: sizes[count] }, (_, l) =>
      Object.entries(parts).map(([part, name]) => layer(part, l, name, pressed))).flat();
    all.push(...layers);
    const stream = block(`tower ${title.toLowerCase()}`, ...layers.map(({ button }) => button));
    return together("side", title, element("p", {}, title), stream);
  });
  const heading = para("heading", "What each layer adds to the stream");
  const el = block("panel stream", heading, block("sides", ...sides), para("note", NOTE));
  const show = (...seen) => all.forEach((one) => one.show(...seen));
  return { el, show };
}
