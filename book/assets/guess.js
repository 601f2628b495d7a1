// A guess: its choices become radio buttons; choosing one opens the answer.
// Arrow keys walk, space and enter choose: walking must not give it away.
// This browser alone remembers, for each page, the first and the last choice.
(() => {
  const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  const KEY = "attnbook-guesses";
  const DONE = "all guesses answered";
  const FORGET = "Forget my answers";
  const page = (link) => new URL(link).pathname.replace(/\.html$/, "");
  const here = page(location.href);
  let kept = {};

  function memory(changed) {
    try {
      if (changed) localStorage.setItem(KEY, JSON.stringify(changed));
      kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      kept = changed ?? kept; // until the page is left: nothing may be stored
    }
    return kept;
  }

  function radio(item, name) {
    const text = item.querySelector("p") ?? item;
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name, autocomplete: "off" });
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

  const guesses = [];
  document.querySelectorAll(".guess-form").forEach((form, number) => {
    const choices = form.querySelector(".choices");
    const fold = form.querySelector("details.guess-answer");
    const [summary] = fold.children;
    const sentences = [...form.querySelector(".sentences").children];
    const status = form.querySelector(".guess-status");
    const items = [...choices.children];
    const radios = items.map((item) => radio(item, `guess-${number}`));
    const right = sentences.findIndex((item) => item.matches(".right"));
    const guess = { id: form.id, right, chosen: null };

    function show(first, k) {
      const seen = [...new Set([k, right])].map((i) => sentences[i]);
      for (const item of sentences) {
        item.hidden = !seen.includes(item);
        item.classList.toggle("chosen", item === sentences[k]);
      }
      const rest = sentences.filter((item) => item.hidden);
      seen[0].parentElement.replaceChildren(...seen, ...rest);
      const verdict = k === right ? "right" : "not right";
      const letter = "abcdefgh"[k];
      status.textContent = `You chose (${letter}): ${verdict}. See below.`;
      summary.textContent = "The answer";
      radios[k].checked = true;
      guess.chosen = [first, k];
    }

    choices.setAttribute("role", "radiogroup");
    choices.setAttribute("aria-label", "Your guess");
    choices.addEventListener("keydown", (event) => walk(event, radios));
    radios.forEach((input, k) => input.addEventListener("change", () => {
      show(guess.chosen?.[0] ?? k, k);
      fold.open = true;
      memory({ ...memory(), [here]: answers() });
      count();
    }));
    summary.addEventListener("click", (event) => {
      if (guess.chosen || fold.open) return;
      event.preventDefault();
      status.textContent = "Choose an answer first.";
      radios[0].focus();
    });
    const [first, last] = memory()[here]?.[form.id] ?? [];
    if (radios[last]) show(first, last);
    status.setAttribute("role", "status"); // says what changes from here on
    guesses.push(guess);
  });

  // The line at the end of the page, and the ticks in the list of pages.
  const line = document.createElement("p");
  line.className = "guess-count";
  line.innerHTML = `<span></span> <button type="button">${FORGET}</button>`;
  const [said, button] = line.children;
  const answers = () => Object.fromEntries(
    guesses.map(({ id, chosen }) => [id, chosen]));

  function count() {
    const right = guesses.filter((g) => g.chosen?.[0] === g.right).length;
    const open = guesses.filter((g) => !g.chosen).length;
    said.textContent = `Your guesses on this page: ${right} of `
      + `${guesses.length} right at the first choice`
      + (open ? `, ${open} not answered yet.` : ".");
    line.hidden = open === guesses.length;
    const all = { ...memory(), [here]: answers() };
    for (const link of document.querySelectorAll(".bd-links li > a")) {
      const given = Object.values(all[page(link.href)] ?? {});
      if (!given.length || !given.every(Boolean)) continue;
      link.querySelector(".done")?.remove();
      link.insertAdjacentHTML("beforeend", ` <span class="done" title="${DONE}">
        <span class="visually-hidden">(${DONE})</span></span>`);
    }
  }

  button.addEventListener("blur", () => { button.textContent = FORGET; });
  button.addEventListener("click", () => {
    if (button.textContent === FORGET) {
      button.textContent = "Press again to forget them on all pages";
      return;
    }
    memory({});
    location.reload();
  });
  if (guesses.length) document.querySelector("article").append(line);
  count();
})();
