// The models, each loaded once it is needed.

import { readSafetensors } from "../../live/shared/safetensors.js";
import { fetchWeights, whyNoWeights } from "../../live/shared/shipped_models.js";

// Gives {why, get, load}: `why` nothing can be loaded here, or ""; get(name)
// is a model that is there; load(name) brings one.
export function shelf(model, made, recorded) {
  const [here, coming] = [new Map(), new Map()];
  async function bring(name) {
    const one = model.get("models").find((other) => other.name === name);
    const file = await fetchWeights(model, one, () => {});
    here.set(name, made(readSafetensors(file)));
  }
  const load = (name) => {
    if (!coming.has(name)) {
      coming.set(name, bring(name).finally(() => coming.delete(name)));
    }
    return coming.get(name);
  };
  return { why: whyNoWeights(model, recorded), get: (name) => here.get(name), load };
}
