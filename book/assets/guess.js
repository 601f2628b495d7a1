// A guess: its choices become radio buttons; choosing one opens the answer.
// Arrow keys walk, space and enter choose: walking must not give it away.
// This browser alone remembers what was chosen, first and last, by page.
(() => {
  const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  const KEY = "attnbook-guesses";
  const DONE = "all guesses answered";
  const address = (link) => new URL(link).pathname.replace(/\.html$/, "");
  const here = address(location.href);
  let kept = {};

  function remembered() {
    try {
      kept = JSON.parse(localStorage.getItem(KEY)) ?? kept;
    } catch {
      // Nothing may be stored here: known until the page is left.
    }
    return kept;
  }

  function remember(all) {
    kept = all;
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // As above.
    }
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

  class Guess {
    constructor(form, number) {
      const choices = form.querySelector(".choices");
      this.id = form.id;
      this.answers = null;
      this.fold = form.querySelector("details.guess-answer");
      this.sentences = [...form.querySelector(".sentences").children];
      this.right = this.sentences.findIndex((item) => item.matches(".right"));
      this.status = form.querySelector(".guess-status");
      this.closed = [this.fold.firstElementChild, this.status]
        .map((part) => [part, part.textContent]);
      this.radios = [...choices.children]
        .map((item) => radio(item, `guess-${number}`));
      choices.setAttribute("role", "radiogroup");
      choices.setAttribute("aria-label", "Your guess");
      choices.addEventListener("keydown", (e) => walk(e, this.radios));
      this.radios.forEach((input, k) => input.addEventListener("change", () => {
        this.show([this.answers?.[0] ?? k, k]);
        this.fold.open = true;
        remember({ ...remembered(), [here]: own() });
        count();
      }));
      this.fold.firstElementChild.addEventListener("click", (event) => {
        if (this.answers || this.fold.open) return;
        event.preventDefault();
        this.status.textContent = "Choose an answer first.";
        this.radios[0].focus();
      });
      const before = remembered()[here]?.[form.id];
      if (this.sentences[before?.[1]]) this.show(before);
      this.status.setAttribute("role", "status");
    }

    show(answers) {
      const k = answers[1];
      const first = [...new Set([k, this.right])].map((i) => this.sentences[i]);
      this.answers = answers;
      this.radios[k].checked = true;
      for (const item of this.sentences) {
        item.hidden = !first.includes(item);
        item.classList.toggle("chosen", item === this.sentences[k]);
      }
      const rest = this.sentences.filter((item) => item.hidden);
      first[0].parentElement.replaceChildren(...first, ...rest);
      this.fold.firstElementChild.textContent = "The answer";
      const verdict = k === this.right ? "right" : "not right";
      const letter = "abcdefgh"[k];
      this.status.textContent = `You chose (${letter}): ${verdict}. See below.`;
    }

    forget() {
      this.answers = null;
      this.fold.open = false;
      for (const input of this.radios) input.checked = false;
      for (const [part, text] of this.closed) part.textContent = text;
    }
  }

  // The line at the end of the page, and the ticks in the list of pages.
  const line = document.createElement("p");
  line.className = "guess-count";
  line.innerHTML = '<span tabindex="-1"></span> '
    + '<button type="button" class="btn btn-sm btn-outline-secondary">';
  const [said, button] = line.children;

  const forms = document.querySelectorAll(".guess-form");
  const guesses = [];
  forms.forEach((form, k) => guesses.push(new Guess(form, k)));
  const own = () => Object.fromEntries(guesses.map((g) => [g.id, g.answers]));

  function count() {
    const right = guesses.filter((g) => g.answers?.[0] === g.right).length;
    const open = guesses.filter((g) => !g.answers).length;
    const rest = open ? `, ${open} not answered yet` : "";
    said.textContent = `Your guesses on this page: ${right} of `
      + `${guesses.length} right at the first choice${rest}.`;
    ask(false);
    line.hidden = open === guesses.length;
    button.hidden = false;
    const all = { ...remembered(), [here]: own() };
    for (const link of document.querySelectorAll(".bd-links li > a")) {
      const answers = Object.values(all[address(link.href)] ?? {});
      const done = answers.length > 0 && answers.every(Boolean);
      link.querySelector(".done")?.remove();
      if (done) link.insertAdjacentHTML("beforeend", ` <span class="done"
        title="${DONE}"><span class="visually-hidden">(${DONE})</span></span>`);
    }
  }

  function ask(sure) {
    button.textContent = sure
      ? "Press again to forget them on all pages" : "Forget my answers";
    button.classList.toggle("sure", sure);
  }

  button.addEventListener("blur", () => ask(false));
  button.addEventListener("click", () => {
    if (!button.matches(".sure")) return ask(true);
    remember({});
    for (const guess of guesses) guess.forget();
    count();
    [line.hidden, button.hidden] = [false, true];
    said.textContent = "Your answers on all pages are forgotten.";
    said.focus();
  });
  if (guesses.length) document.querySelector("article").append(line);
  count();
})();
