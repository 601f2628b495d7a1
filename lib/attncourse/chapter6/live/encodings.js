// What an encoding makes of a place: the hands of six clocks, which are the
// pairs of features of a query or a key, and the score of the two. Read it
// beside `positions`.

import { dot } from "../../live/shared/model.js";

export const PLACES = 97; // of the ruler
const PAIRS = 6;
const BACK = 5; // the distance that q and k of a turned word ask for
const [HEADS, HEAD] = [4, 2]; // of ALiBi, and the one that is shown

// In radians a place. Vaswani et al. 2017, section 3.5.
export const OMEGA = Array.from({ length: PAIRS }, (_, i) => 10000 ** (-i / PAIRS));

// The pairs (1, 0), turned by so many places. Su et al. 2021, equation 16.
const turned = (places) =>
  OMEGA.map((omega) => [Math.cos(places * omega), Math.sin(places * omega)]);

const sines = (place) => turned(place).map(([cos, sin]) => [sin, cos]);
const pairs = (row) => OMEGA.map((_, i) => row.slice(2 * i, 2 * i + 2));

// The hands of a query and of a key at a place; without an encoding they are
// the same at every place.
const both = (hands) => ({ query: hands, key: hands });
const still = { query: () => turned(0), key: () => turned(BACK) };
const HANDS = {
  none: still,
  learned: both((place, table) => pairs(table[place])),
  sinusoidal: both(sines),
  rotary: { query: turned, key: (place) => turned(place + BACK) },
  alibi: still,
};

// 2^(-8 h / H). Press et al. 2022, section 3.
export const SLOPES = Array.from({ length: HEADS }, (_, h) => 2 ** ((-8 * (h + 1)) / HEADS));

// The score of a query at place t with a key at place s, in head `h` of ALiBi;
// null where a causal mask hides the key.
function scoreOf(encoding, parts, t, s, h) {
  const mean = parts.reduce((sum, part) => sum + part, 0) / PAIRS;
  if (encoding !== "alibi") return mean;
  return s > t ? null : mean + SLOPES[h] * (s - t);
}

// All that is shown of a state {encoding, places, table}: the hands, what each
// clock adds at the key's place, the score there; by place, the `waves` of the
// clocks and the `curve` of the scores.
export function shown({ encoding, places: [t, s], table }, h = HEAD - 1) {
  const { query: asks, key: answers } = HANDS[encoding];
  const query = asks(t, table);
  const keys = Array.from({ length: PLACES }, (_, place) => answers(place, table));
  const waves = keys.map((key) => key.map((hand, i) => dot(query[i], hand)));
  const curve = waves.map((parts, place) => scoreOf(encoding, parts, t, place, h));
  return { query, key: keys[s], parts: waves[s], score: curve[s], curve, waves };
}

// Right and up, so that every clock turns clockwise from 12.
export const face = (encoding, [a, b]) =>
  encoding === "learned" || encoding === "sinusoidal" ? [a, b] : [b, a];
