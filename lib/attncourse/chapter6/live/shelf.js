// The models, each loaded once it is needed: from the site's folder, or handed
// over by the kernel of a running notebook.

import { readSafetensors } from "../../live/shared/safetensors.js";
import { ask, fetchWeights, whyNoWeights } from "../../live/shared/shipped_models.js";

// The bytes of one file, from the kernel.
async function handed(model, name) {
  const answers = await ask(model, { name });
  const { content } = answers.find(({ content }) => content);
  return Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)).buffer;
}

// Gives {why, get, load}: `why` nothing can be loaded here, or ""; get(name)
// is a model that is there; load(name) brings one.
export function shelf(model, made, recorded) {
  const kernel = model.get("kernel");
  const [here, coming] = [new Map(), new Map()];
  async function bring(name) {
    const { address } = model.get("models").find((one) => one.name === name);
    const file = kernel ? handed(model, name) : fetchWeights(address, () => {});
    here.set(name, made(readSafetensors(await file)));
  }
  const load = (name) => {
    if (!coming.has(name)) {
      coming.set(name, bring(name).finally(() => coming.delete(name)));
    }
    return coming.get(name);
  };
  return { why: kernel ? "" : whyNoWeights(recorded), get: (name) => here.get(name), load };
}
