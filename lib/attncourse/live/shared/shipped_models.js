// The weights of shipped models, with which a page computes. In a running notebook
// Python hands them over; the build of the site copies them into one folder, whose
// address is relative to the root of the site.

// Does Python stand behind the figure?
const inNotebook = (model) => model.send !== undefined;

// Why this page cannot have them, in one sentence; "" where it can. What is
// `recorded` stays: "sentences".
export function whyNoWeights(model, recorded) {
  if (inNotebook(model)) return "";
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

// The bytes of one of the `models`; `received` is told of each part as it arrives.
export const fetchWeights = (model, { name, address }, received) =>
  inNotebook(model) ? handed(model, name, received) : fetched(address, received);

// Python answers the name of a model with its file.
function handed(model, name, received) {
  return new Promise((done) => {
    const heard = (message, [file]) => {
      if (message.name !== name) return;
      model.off("msg:custom", heard);
      received(file.byteLength);
      done(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
    };
    model.on("msg:custom", heard);
    model.send({ wanted: name });
  });
}

async function fetched(address, received) {
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

// Load once the figure comes into view, on a site where the browser says that the
// connection is fast and nobody saves data; elsewhere the button does it.
export function whenSeen(model, figure, load) {
  const { effectiveType, saveData } = navigator.connection ?? {};
  if (inNotebook(model) || effectiveType !== "4g" || saveData) return;
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    load();
  });
  watch.observe(figure);
}

// How long the models took, in words.
export function took(times) {
  const spent = times.map((time) => `${time.toFixed(0)} ms`);
  return `Computed in your browser, in ${spent.join(" and ")}.`;
}
