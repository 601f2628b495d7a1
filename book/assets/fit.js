// Formulas and tables that are wider than their column get smaller letters,
// down to MIN pixels. What does not fit even then keeps its size and scrolls.
// The keyboard reaches the formulas that may scroll, and those with letters.
(() => {
  const MIN = 9.5;
  const WIDE = "mjx-container, table";

  const size = (part) => parseFloat(getComputedStyle(part).fontSize);
  function over(part) {
    // A table scrolls inside its border; a pixel is left to rounding.
    if (part.matches("table")) return (part.scrollWidth - 1) / part.clientWidth;
    let box = part.parentElement;
    const style = () => getComputedStyle(box);
    while (style().display.startsWith("inline")) box = box.parentElement;
    const { paddingLeft, paddingRight } = style();
    const room = box.clientWidth - parseFloat(paddingLeft)
      - parseFloat(paddingRight);
    return (part.matches("[display]") ? part.scrollWidth : part.offsetWidth) / room;
  }

  function fit(part) {
    part.style.fontSize = part.dataset.size;
    const first = size(part);
    let now = first;
    // What does not scale, such as borders, asks for a second and third look.
    for (let k = 0; k < 3 && over(part) > 1 && now > MIN; k++) {
      now = Math.max(MIN, Math.floor(10 * now / over(part) - 0.5) / 10);
      part.style.fontSize = `${now}px`;
    }
    if (over(part) > 1) part.style.fontSize = part.dataset.size;
  }

  function fitAll(where) {
    for (const part of where.querySelectorAll(WIDE)) {
      part.dataset.size ??= part.style.fontSize;
      if (part.offsetWidth) fit(part);
    }
  }

  addEventListener("load", async () => {
    await window.MathJax?.startup?.promise;
    const article = document.querySelector("article");
    if (!article) return;
    for (const formula of article.querySelectorAll("mjx-container")) {
      const stop = formula.matches("[display]") || formula.querySelector(".letter");
      if (stop) formula.tabIndex = 0; // display scrolls, letters say what they are
    }
    fitAll(article);
    // letters that come late may be wider than those that stood in for them
    if (document.fonts.status === "loading")
      document.fonts.ready.then(() => fitAll(article));
    article.addEventListener("toggle", (event) => fitAll(event.target), true);
    let width = innerWidth;
    addEventListener("resize", () => {
      if (innerWidth !== width) fitAll(article);
      width = innerWidth;
    });
  });
})();
