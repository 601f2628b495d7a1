// A letter that is pointed at, tapped, or reached by the arrow keys from its
// formula says what it is, and is lit wherever it stands. What it says comes
// from the table of letters (extension/letters.py).
(() => {
  const known = JSON.parse(document.getElementById("letters").textContent);
  const article = document.querySelector("article");
  const KEY = "attnbook-letters";
  const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
  let lit = [];
  let shown;

  const nameOf = (part) => [...part.classList].find((name) => known[name]);
  // Beside each formula stands its MathML for screen readers, unseen.
  const seen = (part) => !part.closest("mjx-assistive-mml");

  // Where nothing may be stored, the switch holds until the page is left.
  function remembered(choice) {
    try {
      if (choice) localStorage.setItem(KEY, choice);
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function made(tag, properties, ...children) {
    const part = Object.assign(document.createElement(tag), properties);
    part.append(...children);
    return part;
  }

  const box = made("div", { className: "letter-says", hidden: true });
  box.setAttribute("role", "status");
  const input = made("input", { type: "checkbox" });
  input.checked = remembered() !== "off";
  const label = made("label", {}, input, " Letters explain themselves");
  article.append(box, made("p", { className: "letter-switch" }, label));

  function inCode(name) {
    const { code } = known[name];
    const size = name.startsWith("size-");
    return [...article.querySelectorAll(".highlight pre span")].filter(
      ({ textContent: text }) => text === code || (size
        && /^"[A-Z ]+"$/.test(text) && text.match(/[A-Z]+/g)?.includes(code)),
    );
  }

  function hide() {
    for (const part of lit) part.classList.remove("letter-lit");
    lit = [];
    box.hidden = true;
  }

  // Beside its letter, wherever that scrolls: focus may scroll it, too.
  function put() {
    if (box.hidden) return;
    const { left, top, bottom } = shown.getBoundingClientRect();
    const edge = document.documentElement.clientWidth - box.offsetWidth - 8;
    const above = top - box.offsetHeight - 8;
    box.style.left = `${Math.max(8, Math.min(left, edge))}px`;
    box.style.top = `${above > 60 ? above : bottom + 8}px`;
  }

  function show(part) {
    hide();
    if (!input.checked) return;
    const name = nameOf(part);
    const { code, meaning, shape } = known[name];
    const size = shape ? `. Size: ${shape}` : "";
    box.replaceChildren(made("b", {}, code), ` ${meaning}${size}`);
    box.hidden = false;
    shown = part;
    put();
    const same = [...article.querySelectorAll(`.${name}`)].filter(seen);
    lit = [...same, ...inCode(name)];
    for (const other of lit) other.classList.add("letter-lit");
  }

  const at = (event) => event.target.closest?.(".letter");
  const look = (event) => (at(event) ? show(at(event)) : hide());
  addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && (at(event) || lit.length)) look(event);
  });
  addEventListener("click", look);

  // A formula is one stop of the keyboard; each of its letters comes once.
  function lettersOf(formula) {
    const parts = [...formula.querySelectorAll(".letter")].filter(seen);
    const names = parts.map(nameOf);
    return parts.filter((_, k) => names.indexOf(names[k]) === k);
  }

  let place = 0;
  addEventListener("focusin", ({ target }) => {
    if (!target.matches("mjx-container:focus-visible")) return;
    const [first] = lettersOf(target);
    place = 0;
    if (first) show(first);
  });
  addEventListener("focusout", hide);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const step = STEPS[event.key];
    const letters = step && event.target.matches("mjx-container")
      ? lettersOf(event.target) : [];
    if (!letters.length) return;
    place = (place + step + letters.length) % letters.length;
    show(letters[place]);
    event.preventDefault();
  });
  addEventListener("scroll", put, { passive: true });
  input.addEventListener("change", () => {
    remembered(input.checked ? "on" : "off");
  });
})();
