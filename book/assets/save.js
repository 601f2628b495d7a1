// Below a drawing or a plot: save it as SVG or as PNG, on white and in its letters.
(() => {
  const FACES = { Regular: "400 normal", Bold: "700 normal", Italic: "400 italic" };
  const SCALE = 3; // pixels of a PNG for each of the page

  const dataOf = (blob) =>
    new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.readAsDataURL(blob);
    });

  // The typeface as a sheet that a picture can carry; from a disk none can be read.
  let faces = null;
  async function letters() {
    const root = document.documentElement.dataset.content_root;
    const rules = Object.entries(FACES).map(async ([look, way]) => {
      const file = await fetch(`${root}_static/CourseSans-${look}.woff2`);
      const [weight, style] = way.split(" ");
      return `@font-face { font-family: "Course Sans"; font-weight: ${weight}; ` +
        `font-style: ${style}; src: url(${await dataOf(await file.blob())}); }`;
    });
    return (await Promise.all(rules).catch(() => [])).join("\n");
  }

  // Variables of the page are unknown in a file: there each has its colour on white.
  async function textOf(svg) {
    const copy = svg.cloneNode(true);
    const style = document.createElementNS(svg.namespaceURI, "style");
    style.textContent = `svg { background: white }\n${(faces ??= await letters())}`;
    copy.prepend(style);
    return new XMLSerializer().serializeToString(copy);
  }

  async function drawn(svg) {
    const image = new Image();
    const blob = new Blob([await textOf(svg)], { type: "image/svg+xml" });
    image.src = await dataOf(blob);
    await image.decode();
    const { width, height } = svg.viewBox.baseVal;
    const [wide] = [svg.getAttribute("width") ?? width].map(Number);
    const canvas = document.createElement("canvas");
    canvas.width = SCALE * wide;
    canvas.height = (SCALE * wide * height) / width;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  function give(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  }

  const KINDS = {
    SVG: async (svg) => new Blob([await textOf(svg)], { type: "image/svg+xml" }),
    PNG: drawn,
  };

  // The forms of a figure that are seen: on a phone others than on a desktop.
  const seen = (figure) =>
    [...figure.querySelectorAll(".drawing svg")].filter((svg) => svg.checkVisibility());

  const ICON = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4v10m-4-4 4 4 4-4M5 19h14"/></svg>';

  function menu(figure) {
    const number = figure.querySelector(".caption-number")?.textContent;
    const name = number ?? figure.closest("[id]").id; // of a finding among the results
    const made = document.createElement("details");
    made.className = "save";
    made.innerHTML = `<summary title="Save ${name}">${ICON}
      <span class="visually-hidden">Save ${name}</span></summary>
      <span class="kinds">${Object.keys(KINDS)
        .map((kind) => `<button type="button">${kind}</button>`).join("")}</span>`;
    for (const button of made.querySelectorAll("button")) {
      const kind = button.textContent;
      button.addEventListener("click", async () => {
        made.open = false;
        for (const [k, svg] of seen(figure).entries()) {
          const parts = [...name.toLowerCase().split(/\W+/), ...(k ? [k + 1] : [])];
          give(await KINDS[kind](svg), `${parts.join("-")}.${kind.toLowerCase()}`);
        }
      });
    }
    return made;
  }

  for (const figure of document.querySelectorAll("figure.drawn")) {
    figure.querySelector("figcaption").append(menu(figure));
  }
})();
