// The models of chapter 3, as `models.captioner` has them: a convolutional
// network reads the image, before the decoder.

import { decoder, opening } from "../../live/shared/decoder.js";
import { demand, join, linear, pairOf, plus, relu, row } from "../../live/shared/model.js";
import { convolve, places } from "./convnet.js";

// From the content of a safetensors file to a model that describes an image:
// "3 side side", colours from 0 to 1.
export function captioner({ metadata, tensors }) {
  const { attention, channels, side } = JSON.parse(metadata.config);
  const kind = `${metadata.kind} ${attention}`;
  demand(/^captioner (none|additive)$/.test(kind), kind);
  const layer = pairOf(tensors);
  const model = {
    ...decoder(metadata, attention, (name) => tensors[`decoder.${name}`]),
    side,
    layers: channels.map((_, k) => layer(`convnet.layers.${k}`)),
    summary: [layer("summary.0"), layer("summary.2")],
    places: tensors.places,
    begin: (image) => see(model, image),
  };
  return model;
}

// The grid of features z, one vector for each place. Every layer but the last
// halves the grid; it yields after each, so that a page can draw in between.
function* grid(model, image) {
  let [z, side] = [image.map((colour) => colour - 0.5), model.side];
  for (const [W, b] of model.layers) {
    const stride = W === model.layers.at(-1)[0] ? 1 : 2;
    z = convolve(z, side, stride, W, b);
    side = side / stride;
    yield null;
  }
  return places(z, side * side);
}

// The state before the first token: two layers make one vector of the whole
// grid; a model with positions adds a vector of its own to each place.
function* see(model, image) {
  const z = yield* grid(model, image);
  const [first, second] = model.summary;
  const vector = linear(second, linear(first, join(...z)).map(relu));
  const { places } = model;
  const placed = places ? z.map((features, s) => plus(features, row(places, s))) : z;
  return opening(model, vector, placed);
}
