// One training: the layer, its task, and an example that is looked at. The seed
// decides the first numbers and all batches, so that two settings can be compared.

import { TASKS } from "./tasks.js";
import { Trainer, uniform } from "./trainer.js";

const BATCH = 16; // sequences, new ones for each update
const BATCHES = 1000; // added to the seed: the numbers that batches are drawn with
const SHOWN = 2000; // the seed of the sequences that it is looked at with, in every training

// `settings` are the task, heads, width, rate, seed and switches. Gives {name,
// task, model, shown, losses, step, look}: step() makes one update, look() says loss and
// share right on sequences that are not trained on, and the weights of the first.
export function learner(settings) {
  const { draw, ...sizes } = TASKS[settings.task];
  const model = new Trainer({ ...settings, ...sizes, batch: BATCH });
  const random = uniform(settings.seed + BATCHES);
  const shown = draw(BATCH, uniform(SHOWN));
  const losses = [];
  const step = () => losses.push(model.step(draw(BATCH, random), settings.rate).loss);
  const look = () => {
    const told = model.test(shown);
    const size = sizes.length ** 2;
    const heads = Array.from({ length: settings.heads }, (_, h) =>
      model.weights.subarray(h * size, (h + 1) * size),
    );
    return { ...told, heads };
  };
  return { name: settings.task, task: sizes, model, shown, losses, step, look };
}
