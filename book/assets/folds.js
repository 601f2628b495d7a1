// Folds open for a link that leads inside, and for a printer, which gets all
// but the solutions and the answers to guesses. What a browser finds in a page it opens by itself.
(() => {
  const opened = (folds) => folds.filter((fold) => !fold.open).map((fold) => {
    fold.open = true;
    return fold;
  });

  function around(place) {
    const folds = [...place.querySelectorAll(":scope > details.deeper")];
    for (let node = place; node; node = node.parentElement) {
      if (node.localName === "details") folds.push(node);
    }
    return folds;
  }

  // The place that the address names, before what it gives to a figure there.
  function named() {
    const [name] = location.hash.slice(1).split("?");
    try {
      return name && document.getElementById(decodeURIComponent(name));
    } catch {
      return null; // no text at all
    }
  }

  function follow() {
    const place = named();
    if (place && opened(around(place)).length) place.scrollIntoView();
  }

  addEventListener("hashchange", follow);
  addEventListener("click", (event) => {
    const link = event.target.closest("a[href*='#']");
    if (link && link.href === location.href) follow();
  });
  addEventListener("load", follow);

  let printed = [];
  addEventListener("beforeprint", () => {
    const folds = "main details:not(.solution, .guess-answer, .measured, .save)";
    printed = opened([...document.querySelectorAll(folds)]);
  });
  addEventListener("afterprint", () => {
    for (const fold of printed) fold.open = false;
  });
})();
