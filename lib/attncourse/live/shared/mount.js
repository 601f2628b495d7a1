// Bring the figures of a page to life without a kernel. Each one carries its
// state and its front-end module as JSON; the module is the one that a running
// notebook uses, and the model below is the part of a widget model that it
// needs. A figure whose module fails keeps its picture; one below the second screen
// has it until it is near.
class Model {
  #state;
  #draws = {};

  constructor(state) {
    this.#state = { ...state };
  }

  get(name) {
    return this.#state[name];
  }

  set(name, value) {
    if (this.#state[name] === value) return;
    this.#state[name] = value;
    this.#draws[`change:${name}`]?.forEach((draw) => draw());
  }

  save_changes() {}

  on(event, draw) {
    (this.#draws[event] ??= new Set()).add(draw);
  }

  off(event, draw) {
    this.#draws[event]?.delete(draw);
  }
}

async function mount(figure) {
  if (figure.dataset.mounted) return;
  figure.dataset.mounted = "true";
  const stored = figure.querySelector("script[type='application/json']");
  const { state, module, css } = JSON.parse(stored.textContent);
  const script = new Blob([module], { type: "text/javascript" });
  const address = URL.createObjectURL(script);
  const stage = document.createElement("div");
  const style = document.createElement("style");
  style.textContent = css;
  try {
    const { default: widget } = await import(address);
    await widget.render({ model: new Model(state), el: stage });
    figure.querySelector("img").hidden = true;
    figure.append(style, stage);
  } catch (error) {
    console.error("this figure stays a picture:", error);
  } finally {
    URL.revokeObjectURL(address);
  }
}

const waiting = document.querySelectorAll("[data-live-figure]:not([data-mounted])");
const near = new IntersectionObserver(
  (seen) => seen.filter((one) => one.isIntersecting).forEach((one) => mount(one.target)),
  { rootMargin: "400% 0px" },
);
for (const figure of waiting) {
  if (figure.getBoundingClientRect().top < 2 * innerHeight) mount(figure);
  else near.observe(figure);
}
addEventListener("beforeprint", () => waiting.forEach(mount));
