// A guess: its choices become radio buttons; choosing one opens the answer.
// Arrow keys walk, space and enter choose: walking must not give it away.
(() => {
  const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

  function radio(item, name) {
    const text = item.querySelector("p") ?? item;
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name });
    label.append(input, document.createElement("span"));
    label.lastChild.append(...text.childNodes);
    item.setAttribute("role", "presentation");
    item.replaceChildren(label);
    return input;
  }

  function walk(event, radios) {
    const step = STEPS[event.key];
    const place = radios.indexOf(document.activeElement);
    if (step) radios.at((place + step) % radios.length).focus();
    else if (event.key === "Enter") radios[place].click();
    else return;
    event.preventDefault();
  }

  function show(fold, sentences, k) {
    const list = sentences[k].parentElement;
    const right = sentences.find((item) => item.matches(".right"));
    const first = [...new Set([sentences[k], right])];
    for (const item of sentences) {
      item.hidden = !first.includes(item);
      item.classList.toggle("chosen", item === sentences[k]);
    }
    const rest = sentences.filter((item) => item.hidden);
    list.replaceChildren(...first, ...rest);
    fold.firstElementChild.textContent = "The answer";
    fold.open = true;
    return right === sentences[k];
  }

  document.querySelectorAll(".guess-form").forEach((form, number) => {
    const choices = form.querySelector(".choices");
    const fold = form.querySelector("details.guess-answer");
    const sentences = [...form.querySelector(".sentences").children];
    const status = form.querySelector(".guess-status");
    const items = [...choices.children];
    const radios = items.map((item) => radio(item, `guess-${number}`));
    let chosen = false;

    choices.setAttribute("role", "radiogroup");
    choices.setAttribute("aria-label", "Your guess");
    choices.addEventListener("keydown", (event) => walk(event, radios));
    radios.forEach((input, k) => input.addEventListener("change", () => {
      chosen = true;
      const verdict = show(fold, sentences, k) ? "right" : "not right";
      const letter = "abcdefgh"[k];
      status.textContent = `You chose (${letter}): ${verdict}. See below.`;
    }));
    fold.firstElementChild.addEventListener("click", (event) => {
      if (chosen || fold.open) return;
      event.preventDefault();
      status.textContent = "Choose an answer first.";
      radios[0].focus();
    });
  });
})();
