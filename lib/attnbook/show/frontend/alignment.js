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
function targetButtons(model, words) {
  return words.map((word, t) => {
    const button = element("button", { type: "button", role: "radio", lang: model.get("languages")[1] }, word);
    for (const event of ["click", "focus", "pointerenter"]) {
      button.addEventListener(event, () => choice(model, "word", t));
    }
    return button;
  });
}

function walk(event, group, t) {
  const count = group.children.length;
  const next = (t + 1) % count;
  const previous = (t + count - 1) % count;
  const steps = { ArrowRight: next, ArrowDown: next, ArrowLeft: previous, ArrowUp: previous, Home: 0, End: count - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  group.children[steps[event.key]].focus();
}

function sourceItems(model, words) {
  const lang = model.get("languages")[0];
  return words.map((word) => {
    const bar = element("span", { class: "track", "aria-hidden": "true" }, element("span", { class: "bar" }));
    return element("div", { role: "listitem" }, bar, element("span", { lang }, word), element("span", { class: "weight" }));
  });
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
  const source = element("div", { class: "words", role: "list", "aria-label": "Source words and their weights" });
  const target = element("div", { class: "words", role: "radiogroup", "aria-label": "Words of the translation" });
  const status = element("p", { role: "status" });
  const key = element("p", {}, "◆ marks the known alignment.");
  const caption = element("p");
  const current = () => model.get("examples")[model.get("example")];

  function drawWord() {
    const t = Math.min(model.get("word"), current().target.length - 1);
    const known = (current().known ?? []).filter(([row]) => row === t).map(([, column]) => column);
    showWeights(source, current().weights[t], new Set(known));
    [...target.children].forEach((button, k) => {
      button.setAttribute("aria-checked", k === t);
      button.tabIndex = k === t ? 0 : -1;
    });
    status.textContent = summary(current(), t);
  }

  function drawSentence() {
    select.value = model.get("example");
    source.replaceChildren(...sourceItems(model, current().source));
    target.replaceChildren(...targetButtons(model, current().target));
    key.hidden = !current().known;
    caption.textContent = current().caption ?? "";
    drawWord();
  }

  target.addEventListener("keydown", (event) => walk(event, target, model.get("word")));
  model.on("change:example", drawSentence);
  model.on("change:word", drawWord);
  drawSentence();
  el.append(
    element(
      "div",
      { class: "attnbook-alignment", role: "group", "aria-label": "Alignment explorer" },
      element("label", {}, "Sentence ", select),
      element("p", { class: "heading" }, "Source, with the weight of each word"),
      source,
      key,
      element("p", { class: "heading" }, "Translation: point at a word, tap it, or use the arrow keys"),
      target,
      status,
      caption,
    ),
  );
  return () => {
    model.off("change:example", drawSentence);
    model.off("change:word", drawWord);
  };
}

export default { render };
