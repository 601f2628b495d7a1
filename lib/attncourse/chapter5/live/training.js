// Trains one learner after the other, in slices, so that the page stays alive.

import { BREATH, pause } from "../../live/shared/ui.js";

export const LIMIT = 1000; // updates of one training
const UPDATES = 2; // between two pictures, slow enough to be followed
const WAIT = 16; // milliseconds for which a picture stands
const CALM = 1000; // the same where motion is unwanted
const MANY = 50; // the most updates between two turns of the page
const WORTH = 100; // updates after which a curve is kept for comparison
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// `made` gives a fresh learner; `begun` is told it, `drawn` whenever it is to be
// drawn, with the losses of the training before it, and `changed` whether it goes
// on. Gives {begin, train, step, rest}.
export function training(made, { begun, drawn, changed }) {
  let [own, before, going] = [null, [], false];
  const draw = () => drawn(own, before);
  const over = () => own.losses.length >= LIMIT;
  const go = (on) => changed((going = on));
  const rest = () => {
    if (!going) return;
    go(false);
    draw();
  };
  const begin = () => {
    const old = own;
    own = made();
    if (going) go(false);
    if (old && old.name !== own.name) before = [];
    else if (old?.losses.length >= WORTH) before = old.losses;
    begun(own);
    draw();
  };
  async function train() {
    if (going) return rest();
    if (over()) begin();
    go(true);
    await run(own, () => going && !over(), draw);
    if (over()) rest();
  }
  const step = () => {
    rest();
    if (!over()) own.step();
    draw();
  };
  return { begin, train, step, rest };
}

// Slice after slice, as long as it goes on and nobody has begun anew.
async function run(own, goes, draw) {
  let last = performance.now();
  while (goes()) {
    slice(own, goes);
    if (!calm.matches || performance.now() - last > CALM) {
      draw();
      last = performance.now();
    }
    await pause(calm.matches ? 0 : WAIT);
  }
}

function slice(own, goes) {
  const most = calm.matches ? MANY : UPDATES;
  const began = performance.now();
  for (let n = 0; n < most && goes(); n++) {
    own.step();
    if (performance.now() - began > BREATH) return;
  }
}

// It rests out of sight, and where the wish for motion changes; gives what ends it.
export function restUnseen(part, rest) {
  const observer = new IntersectionObserver((seen) => {
    if (!seen.at(-1).isIntersecting) rest();
  });
  observer.observe(part);
  calm.addEventListener("change", rest);
  return () => {
    rest();
    observer.disconnect();
    calm.removeEventListener("change", rest);
  };
}
