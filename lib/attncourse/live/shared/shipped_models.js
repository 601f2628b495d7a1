// Who answers a reader: the kernel of a running notebook, or the page itself
// with the weights of shipped models. The build of the site copies them into
// one folder, whose address is relative to the root of the site.

import { choose } from "./ui.js";

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

export function megabytes(bytes) {
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

// The kernel’s answers to what is `asked` of both models. It repeats the number
// of the question.
export function ask(model, asked) {
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

// How long the models took, in words.
export function took(times) {
  const spent = times.map((time) => `${time.toFixed(0)} ms`);
  return `Computed in your browser, in ${spent.join(" and ")}.`;
}
