// Who answers a reader: the kernel of a running notebook, or the page itself
// with the weights of shipped models. The build of the site copies them into
// one folder, whose address is relative to the root of the site.

import { readSafetensors } from "./safetensors.js";
import { choose, element, follow, pause, report, within } from "./ui.js";

// Why this page cannot have them, in one sentence; "" where it can. What is
// `recorded` stays: "sentences".
export function whyNoWeights(recorded) {
  if (location.protocol === "file:") {
    return (
      "This page was opened from a file, and there a browser may not fetch " +
      `the weights of the models: the recorded ${recorded} are shown.`
    );
  }
  if (document.documentElement.dataset.content_root === undefined) {
    return (
      "The models run on the book’s site and in a running notebook; here " +
      `the recorded ${recorded} are shown.`
    );
  }
  return "";
}

// The bytes of one file; `received` is told of each part as it arrives.
export async function fetchWeights(address, received) {
  const root = document.documentElement.dataset.content_root;
  const response = await fetch(new URL(root + address, location.href));
  if (!response.ok) throw new Error(`${address}: answer ${response.status}`);
  const reader = response.body.getReader();
  const chunks = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks).arrayBuffer();
    chunks.push(value);
    received(value.length);
  }
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

// Load once the figure comes into view, where the browser says that the
// connection is fast and nobody saves data; elsewhere the button does it.
export function whenSeen(figure, load) {
  const { effectiveType, saveData } = navigator.connection ?? {};
  if (effectiveType !== "4g" || saveData) return;
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    load();
  });
  watch.observe(figure);
}

// What the reader sees of it: how much of the weights has come, why they cannot
// come, and what is happening. The bar keeps its place while nothing does.
export function loadingParts() {
  const progress = element("progress", { max: 1, value: 0, "data-idle": "" });
  progress.setAttribute("aria-label", "Weights of the models");
  return { progress, why: element("p"), say: report() };
}

// The kernel’s answers to what is `asked` of all models. It repeats the number
// of the question.
function ask(model, asked) {
  const number = (model.get("request").number ?? 0) + 1;
  return new Promise((done, failed) => {
    const heard = () => {
      const reply = model.get("reply");
      if (reply.number !== number) return;
      model.off("change:reply", heard);
      if (reply.error) failed(new Error(reply.error));
      else done(reply.answers);
    };
    model.on("change:reply", heard);
    choose(model, { request: { number, ...asked } });
  });
}

export const ENDED = "You stopped it. ";
const PATIENCE = 300; // milliseconds before the button offers to stop

// A figure with recorded examples, and one more place in its list `select` for
// the reader's own, whose models the page loads when the reader asks. `parts`
// hold `select`, `button`, what loadingParts() gives, and `tools`, which are
// hidden where no model can run. A subclass has pick(), which shows the chosen
// example, and perhaps own(), which begins an own one.
export class Asking {
  loaded = null;
  loading = false;
  stopped = false; // has the reader ended what is computed?
  stale = false; // has something changed since the models were asked?
  #working = false;
  #busy = false; // does the button end it?
  #run = 0; // a newer question ends the older one

  // `recorded` is what the examples are, `work` what the button does when all
  // is there; `made` makes a model of the content of its file; `all` says what
  // the button loads.
  constructor(model, parts, { recorded, work, made, all = "both models" }) {
    Object.assign(this, { model, parts, recorded, work, made, all });
    parts.select.addEventListener("change", () => {
      const k = Number(parts.select.value);
      if (k === model.get("examples").length) this.own();
      else if (k === model.get("example")) this.pick();
      else choose(model, { example: k });
    });
    if (parts.form) this.#listen(parts);
  }

  // The reader's own question, in a field: Enter asks it, and the button, which
  // stops what takes long.
  #listen({ form, field, select }) {
    const asked = (event, act) => {
      event.preventDefault();
      act();
    };
    const stop = () => (this.stopped = true);
    form.addEventListener("submit", (event) =>
      asked(event, () => (this.#busy ? stop() : this.answer())),
    );
    field.addEventListener("input", () => {
      select.value = this.model.get("examples").length;
    });
    field.addEventListener("keydown", (event) => {
      const enter = event.key === "Enter" && !event.isComposing;
      if (enter) asked(event, () => this.answer());
    });
  }

  // A question begins, and ends the older one: gives wanted(), false once there
  // is a newer one.
  begun() {
    const run = ++this.#run;
    this.#toggle(false);
    return () => run === this.#run;
  }

  // Has nothing been asked since?
  get asked() {
    return this.#run;
  }

  // The page computes: act(going) looks at going() between its slices.
  async computing(act, wanted) {
    this.stopped = false;
    const late = setTimeout(() => wanted() && this.#toggle(true), PATIENCE);
    try {
      return await act(() => wanted() && !this.stopped);
    } finally {
      clearTimeout(late);
      if (wanted()) this.#toggle(false);
    }
  }

  #toggle(busy) {
    if (busy === this.#busy) return;
    this.#busy = busy;
    this.offer();
  }

  // An empty field to type into.
  own() {
    this.parts.field.value = "";
    this.parts.field.focus();
  }

  // The kernel’s answers; until they come, it says that they will.
  ask(asked, wait = "The notebook’s kernel is asked …") {
    if (wait) this.say(wait);
    return ask(this.model, asked);
  }

  // Do `act` with what stands there, and again if that has changed meanwhile.
  async keepUp(act) {
    this.stale = true;
    if (this.#working) return;
    this.#working = true;
    while (this.stale) {
      this.stale = false;
      await act().catch((error) => this.failed(error));
    }
    this.#working = false;
  }

  // What the button does where nothing is typed: load, then `next`.
  async press(next) {
    if (this.loading) return;
    if (this.ready) next();
    else await this.load().catch((error) => this.failed(error));
  }

  // The first example; from then on, what the list says.
  begin(el) {
    this.offer();
    this.pick();
    whenSeen(el, () => this.early());
    return follow(this.model, ["example"], () => this.pick());
  }

  get ready() {
    return this.model.get("kernel") || this.loaded;
  }

  // Can nothing run here?
  get fixed() {
    return this.parts.why.textContent !== "";
  }

  say(text) {
    this.parts.say.textContent = text;
  }

  // The example that is chosen; the list shows it.
  chosen() {
    const examples = this.model.get("examples");
    const k = within(this.model.get("example"), examples.length);
    this.parts.select.value = k;
    return examples[k];
  }

  get bytes() {
    return this.model.get("models").reduce((sum, { bytes }) => sum + bytes, 0);
  }

  // The button says what it will do; where nothing can run, it is not there.
  offer() {
    const { button, why, tools } = this.parts;
    why.textContent = this.ready ? "" : whyNoWeights(this.recorded);
    const load = `Load ${this.all} (${megabytes(this.bytes)} MB)`;
    button.textContent = this.ready ? this.work : load;
    if (this.#busy) button.textContent = "Stop";
    for (const tool of tools) tool.hidden = this.fixed;
  }

  // Load the weights; the button, the bar and `say` tell how far it is.
  async load(say = (text) => this.say(text)) {
    const { button, progress } = this.parts;
    let received = 0;
    const count = (bytes) => {
      received += bytes;
      progress.value = received / this.bytes;
      say(`${megabytes(received)} of ${megabytes(this.bytes)} MB`);
    };
    this.loading = true;
    button.textContent = "Loading …";
    progress.removeAttribute("data-idle");
    try {
      const models = this.model.get("models");
      const files = await Promise.all(
        models.map(({ address }) => fetchWeights(address, count)),
      );
      await pause(0); // so that the page shows what has arrived
      this.loaded = files.map((file) => this.made(readSafetensors(file)));
    } finally {
      progress.setAttribute("data-idle", "");
      this.loading = false;
      this.offer();
    }
  }

  // Unasked, so that the first answer need not wait; silent if it fails.
  async early() {
    if (this.ready || this.loading || this.fixed) return;
    await this.load(() => {}).catch(() => {});
  }

  failed(error) {
    this.say(`It did not work: ${error.message}`);
  }
}

// What a page asks of the entry of a figure `of` this class: its parts, laid
// out, and its end.
export const entry = (of, layOut) => ({
  render({ model, el }) {
    const figure = new of(model);
    el.append(layOut(figure.parts));
    const end = figure.begin(el);
    return () => [end, figure.ended].forEach((stop) => stop?.());
  },
});

export const BY_KERNEL = "Computed by the notebook’s kernel.";

// How long the models took, in words.
export function took(times) {
  const spent = times.map((time) => `${time.toFixed(0)} ms`);
  return `Computed in your browser, in ${spent.join(" and ")}.`;
}
