// A small convolutional network, as `models.convnet` has it. An image of
// `side` x `side` has its channels one after the other, in each its rows.

import { relu } from "../../live/shared/model.js";

// 3 x 3 filters at every `stride`-th place, with zeros around the image, then
// ReLU. `W` has the shape features x channels x 3 x 3.
export function convolve(image, side, stride, W, b) {
  const [features, channels] = W.shape;
  const wide = side + 2;
  const padded = surround(image, side, channels);
  const grid = Math.ceil(side / stride);
  const out = new Float32Array(features * grid * grid);
  for (let f = 0, place = 0; f < features; f++) {
    for (let i = 0; i < grid; i++) {
      for (let j = 0; j < grid; j++, place++) {
        let sum = b.data[f];
        let w = f * channels * 9;
        let corner = i * stride * wide + j * stride;
        for (let c = 0; c < channels; c++, corner += wide * wide) {
          for (let y = 0; y < 3; y++, w += 3) {
            const x = corner + y * wide;
            sum +=
              W.data[w] * padded[x] +
              W.data[w + 1] * padded[x + 1] +
              W.data[w + 2] * padded[x + 2];
          }
        }
        out[place] = relu(sum);
      }
    }
  }
  return out;
}

// The image with a border of zeros, one pixel wide.
function surround(image, side, channels) {
  const wide = side + 2;
  const out = new Float32Array(channels * wide * wide);
  for (let r = 0; r < channels * side; r++) {
    const [c, y] = [Math.floor(r / side), r % side];
    const line = image.subarray(r * side, (r + 1) * side);
    out.set(line, (c * wide + y + 1) * wide + 1);
  }
  return out;
}

// The features at each place of a grid, place by place, row by row.
export function places(image, count) {
  const features = image.length / count;
  return Array.from({ length: count }, (_, place) =>
    Float32Array.from({ length: features }, (_, f) => image[f * count + place]),
  );
}
