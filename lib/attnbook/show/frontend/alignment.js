// The alignment explorer: choose a sentence, then a word of the translation, and see what it reads in the source.
// The model holds `examples`, the `languages` of source and target, and the two choices `example` and `word`.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function choice(model, name, value) {
  model.set(name, value);
  model.save_changes();
}

function picker(model) {
  const select = element("select", { lang: model.get("languages")[0] });
  model.get("examples").forEach(({ source }, k) => {
    select.append(element("option", { value: k }, `${k + 1}. ${source.join(" ")}`));
  });
  select.addEventListener("change", () => {
    model.set("word", 0);
    choice(model, "example", Number(select.value));
  });
  return select;
}

// One radio button for each target word: Tab enters the group once, the arrow keys walk along the sentence.
function targetWords(model, words) {
  const group = element("div", { role: "radiogroup", "aria-label": "Words of the translation", class: "words" });
  words.forEach((word, t) => {
    const button = element("button", { type: "button", role: "radio", lang: model.get("languages")[1] }, word);
    button.addEventListener("click", () => choice(model, "word", t));
    button.addEventListener("focus", () => choice(model, "word", t));
    button.addEventListener("pointerenter", () => choice(model, "word", t));
    group.append(button);
  });
  group.addEventListener("keydown", (event) => {
    const t = model.get("word");
    const last = words.length - 1;
    const goal = {
      ArrowRight: t === last ? 0 : t + 1,
      ArrowDown: t === last ? 0 : t + 1,
      ArrowLeft: t === 0 ? last : t - 1,
      ArrowUp: t === 0 ? last : t - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    group.children[goal].focus();
  });
  return group;
}

function sourceWords(model, words) {
  const lang = model.get("languages")[0];
  const list = element("ol", { "aria-label": "Weights on the source words", class: "words" });
  for (const word of words) {
    const bar = element("span", { class: "track", "aria-hidden": "true" }, element("span", { class: "bar" }));
    list.append(element("li", {}, bar, element("span", { lang }, word), element("span", { class: "weight" })));
  }
  return list;
}

function showWeights(list, weights, known) {
  [...list.children].forEach((item, s) => {
    item.querySelector(".bar").style.height = `${100 * weights[s]}%`;
    item.querySelector(".weight").textContent = weights[s].toFixed(3);
    item.toggleAttribute("data-known", known.has(s));
  });
}

// The sentence that a screen reader hears, and that says in words what the bars show.
function summary({ source, target, weights }, t) {
  const most = weights[t].indexOf(Math.max(...weights[t]));
  return `“${target[t]}” reads “${source[most]}” most: weight ${weights[t][most].toFixed(3)}.`;
}

function render({ model, el }) {
  const select = picker(model);
  const stage = element("div");
  const status = element("p", { role: "status" });
  const figure = element("div", { class: "attnbook-alignment", role: "group", "aria-label": "Alignment explorer" });
  figure.append(element("label", {}, "Sentence ", select), stage, status);
  el.append(figure);
  let source, target;

  function drawWord() {
    const example = model.get("examples")[model.get("example")];
    const t = model.get("word");
    const known = (example.known ?? []).filter(([row]) => row === t).map(([, column]) => column);
    showWeights(source, example.weights[t], new Set(known));
    [...target.children].forEach((button, k) => {
      button.setAttribute("aria-checked", k === t);
      button.tabIndex = k === t ? 0 : -1;
    });
    status.textContent = summary(example, t);
  }

  function drawSentence() {
    const example = model.get("examples")[model.get("example")];
    select.value = model.get("example");
    source = sourceWords(model, example.source);
    target = targetWords(model, example.target);
    stage.replaceChildren(
      element("p", { class: "heading" }, "Source, with the weight of each word"),
      source,
      element("p", { class: "heading" }, "Translation: point at a word, tap it, or use the arrow keys"),
      target,
    );
    if (example.known) stage.append(element("p", { class: "key" }, "◆ marks the known alignment."));
    if (example.caption) stage.append(element("p", {}, example.caption));
    drawWord();
  }

  model.on("change:example", drawSentence);
  model.on("change:word", drawWord);
  drawSentence();
  return () => {
    model.off("change:example", drawSentence);
    model.off("change:word", drawWord);
  };
}

export default { render };
