// Scenes, as `data.scenes` has them: how they are painted, and what would be
// right to say of them. A thing is {colour, kind, x, y, size, digit}: its
// centre and its width in pixels, and which image a digit is.

export const SIDE = 64;
export const COLOURS = {
  red: [0.85, 0.15, 0.15],
  green: [0.15, 0.65, 0.2],
  blue: [0.15, 0.35, 0.9],
  yellow: [0.95, 0.8, 0.1],
  purple: [0.6, 0.2, 0.75],
  black: [0.1, 0.1, 0.1],
};
export const SHAPES = ["circle", "square", "triangle", "cross"];
export const DIGITS = [
  ...["zero", "one", "two", "three", "four"],
  ...["five", "six", "seven", "eight", "nine"],
];
export const MOST = 6; // things in a scene
const ROW = 10; // pixels: who stands lower than this begins a new row
const DRAWN = 0.25; // the share of a pixel's ink from which it is drawn
const HIDDEN = 0.3; // the largest share of a thing that others may cover

// The distance of a place from the edge of a shape of radius r, inside < 0.
const EDGES = {
  circle: (x, y, r) => Math.hypot(x, y) - r,
  square: (x, y, r) => Math.max(Math.abs(x), Math.abs(y)) - 0.9 * r,
  triangle: (x, y, r) =>
    Math.max(y - r, (2 * Math.abs(x) - y - r) / Math.sqrt(5)),
  cross: (x, y, r) => {
    const [across, down] = [Math.abs(x), Math.abs(y)];
    const beam = Math.max(across - r, down - r / 3);
    return Math.min(beam, Math.max(across - r / 3, down - r));
  },
};

function unit(x) {
  return Math.min(Math.max(x, 0), 1);
}

// How much of each pixel around its centre a thing covers, row by row;
// `digits` are the images of digits by their number, 64 times 0 to 16.
function ink({ kind, size, digit }, digits) {
  const half = Math.floor((size + 1) / 2) + 1;
  return Float32Array.from({ length: 4 * half * half }, (_, k) => {
    const x = (k % (2 * half)) - half + 0.5;
    const y = Math.floor(k / (2 * half)) - half + 0.5;
    if (kind in EDGES) return unit(0.5 - EDGES[kind](x, y, size / 2));
    const pixels = digits[digit];
    return unit((1.25 * stroke(pixels, (2 * x) / size, (2 * y) / size)) / 16);
  });
}

// An image of 8 x 8, read between its pixels at a place from -1 to 1, with
// zeros around it.
function stroke(pixels, x, y) {
  const [u, v] = [4 * x + 3.5, 4 * y + 3.5];
  const [left, top] = [Math.floor(u), Math.floor(v)];
  let sum = 0;
  for (const [j, i] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
    const [column, line] = [left + j, top + i];
    if (Math.min(column, line) < 0 || Math.max(column, line) > 7) continue;
    const near = (1 - Math.abs(u - column)) * (1 - Math.abs(v - line));
    sum += near * pixels[8 * line + column];
  }
  return sum;
}

// Call `visit(x, y, share)` for each pixel on the canvas around a thing.
function over(thing, digits, visit) {
  const shares = ink(thing, digits);
  const wide = Math.sqrt(shares.length);
  shares.forEach((share, k) => {
    const x = thing.x - wide / 2 + (k % wide);
    const y = thing.y - wide / 2 + Math.floor(k / wide);
    if (Math.min(x, y) >= 0 && Math.max(x, y) < SIDE) visit(x, y, share);
  });
}

// The image "3 64 64", whole numbers of 0 to 255. Every sum is rounded to
// float32, as it is in Python, so that not even one colour is another.
export function paint(things, digits) {
  const canvas = new Float32Array(3 * SIDE * SIDE).fill(1);
  const round = Math.fround;
  for (const thing of things) {
    const colours = COLOURS[thing.colour].map(round);
    over(thing, digits, (x, y, share) => {
      colours.forEach((colour, c) => {
        const k = (c * SIDE + y) * SIDE + x;
        canvas[k] += round(share * round(colour - canvas[k]));
      });
    });
  }
  return Uint8Array.from(canvas, (x) => even(round(255 * x)));
}

// The nearest whole number; of two as near as each other the even one.
function even(x) {
  return x % 1 === 0.5 ? 2 * Math.round(x / 2) : Math.round(x);
}

// What a model sees of an image.
export function seen(image) {
  return Float32Array.from(image, (x) => x / 255);
}

// Left, top, right, bottom of the pixels that a thing draws; right and bottom
// are one past the end.
export function box(thing, digits) {
  const shares = ink(thing, digits);
  const wide = Math.sqrt(shares.length);
  const drawn = [...shares.keys()].filter((k) => shares[k] >= DRAWN);
  const across = drawn.map((k) => thing.x - wide / 2 + (k % wide));
  const down = drawn.map((k) => thing.y - wide / 2 + Math.floor(k / wide));
  return [
    Math.max(Math.min(...across), 0),
    Math.max(Math.min(...down), 0),
    Math.min(Math.max(...across) + 1, SIDE),
    Math.min(Math.max(...down) + 1, SIDE),
  ];
}

// The rows of a scene, from the top, each from the left.
function lined(things) {
  const found = [];
  for (const thing of [...things].sort((a, b) => a.y - b.y)) {
    const begun = found.length && thing.y - found.at(-1)[0].y <= ROW;
    if (begun) found.at(-1).push(thing);
    else found.push([thing]);
  }
  return found.map((line) => line.sort((a, b) => a.x - b.x));
}

// What would be right to say: for each thing in reading order its words, the
// link to the one before it first.
export function truth(things) {
  return lined(things).flatMap((line, i) =>
    line.map((thing, j) => {
      const link = j ? "left of" : i ? "above" : "";
      return { thing, link, colour: thing.colour, kind: thing.kind };
    }),
  );
}

// The caption as a sentence.
export function sentence(things) {
  return truth(things)
    .map(({ link, colour, kind }) => `${link} a ${colour} ${kind}`.trim())
    .join(" ");
}

// Whether the reading order is plain, and most of each thing is seen: so is
// every scene that the models have learned from.
export function clear(things, digits) {
  const lines = lined(things);
  const gaps = (values) => values.slice(1).map((x, k) => x - values[k]);
  const plain = lines.every((line) => {
    const heights = line.map(({ y }) => y);
    const apart = gaps(line.map(({ x }) => x)).every((gap) => gap >= ROW - 2);
    return apart && Math.max(...heights) - Math.min(...heights) <= ROW - 2;
  });
  const tops = lines.map((line) => Math.min(...line.map(({ y }) => y)));
  if (!plain || gaps(tops).some((gap) => gap < ROW + 2)) return false;
  return covered(things, digits).every((share) => share <= HIDDEN);
}

// The share of each thing's ink that later ones cover.
function covered(things, digits) {
  const above = new Float32Array(SIDE * SIDE);
  const shares = [...things].reverse().map((thing) => {
    let [hidden, all] = [0, 0];
    over(thing, digits, (x, y, share) => {
      const k = y * SIDE + x;
      hidden += share * above[k];
      all += share;
      above[k] = Math.max(above[k], share);
    });
    return hidden / all;
  });
  return shares.reverse();
}

// Combinations of colour and kind that no scene of the training shows.
export function unseen(things) {
  const kinds = [...SHAPES, ...DIGITS];
  const colours = Object.keys(COLOURS);
  const held = ({ colour, kind }) =>
    (2 * colours.indexOf(colour) + kinds.indexOf(kind)) % 7 === 0;
  return [...new Set(things.filter(held).map(named))];
}

export function named({ colour, kind }) {
  return `${colour} ${kind}`;
}
