// How a page gets the weights of shipped models: the build of the site copies
// them into one folder, whose address is relative to the root of the site.

// Why this page cannot have them, in one sentence; "" where it can.
function whyNoWeights() {
  if (location.protocol === "file:") {
    return (
      "This page was opened from a file, and there a browser may not fetch " +
      "the weights of the models: the recorded sentences are shown."
    );
  }
  if (document.documentElement.dataset.content_root === undefined) {
    return (
      "The models run on the book’s site and in a running notebook; here " +
      "the recorded sentences are shown."
    );
  }
  return "";
}

// The bytes of one file; `received` is told of each part as it arrives.
async function fetchWeights(address, received) {
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
