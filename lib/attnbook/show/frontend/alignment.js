// The alignment explorer: choose a sentence, then a word of the translation, and see what it reads in the source.
// The model holds `examples`, the `languages` of source and target, and the two choices `example` and `word`.

function targetButtons(words, lang, chosen) {
  const buttons = radios(words, { lang }, chosen);
  buttons.forEach((button, t) => button.addEventListener("pointerenter", () => chosen(t)));
  return buttons;
}

function sourceItems(words, lang) {
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
  const examples = model.get("examples");
  const [from, to] = model.get("languages");
  const sentences = examples.map(({ source }, k) => `${k + 1}. ${source.join(" ")}`);
  const select = picker(sentences, { lang: from }, (k) => choose(model, { word: 0, example: k }));
  const source = element("div", { class: "words", role: "list", "aria-label": "Source words and their weights" });
  const target = radiogroup("Words of the translation");
  const status = element("p", { role: "status" });
  const key = element("p", {}, "◆ marks the known alignment.");
  const caption = element("p");
  const chosen = () => within(model.get("example"), examples.length);

  function drawWord() {
    const current = examples[chosen()];
    const t = within(model.get("word"), current.target.length);
    const known = (current.known ?? []).filter(([row]) => row === t).map(([, column]) => column);
    showWeights(source, current.weights[t], new Set(known));
    check(target, t);
    status.textContent = summary(current, t);
  }

  function drawSentence() {
    const current = examples[chosen()];
    select.value = chosen();
    source.replaceChildren(...sourceItems(current.source, from));
    target.replaceChildren(...targetButtons(current.target, to, (t) => choose(model, { word: t })));
    key.hidden = !current.known;
    caption.textContent = current.caption ?? "";
    drawWord();
  }

  drawSentence();
  el.append(
    frame(
      "alignment",
      "Alignment explorer",
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
  return follow(model, { example: drawSentence, word: drawWord });
}

export default { render };
