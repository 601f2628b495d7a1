// Shows the slides; S opens their notes, a page to read along or to print.
(async () => {
  const sections = [...document.querySelectorAll(".slides > section")];
  const LEAST = 14; // pixels of a letter
  const MOST = { figure: 30, table: 34, formula: 46, code: 26, guess: 32, idea: 34, list: 32 };

  // What stands below the statement is as large as its place allows.
  function fit(section) {
    const body = section.querySelector(".body");
    let size = body ? MOST[section.className.split(" ")[0]] : 0;
    for (; size >= LEAST; size -= 1) {
      body.style.fontSize = `${size}px`;
      const high = body.scrollHeight - body.clientHeight;
      if (Math.max(high, body.scrollWidth - body.clientWidth) <= 1) return;
    }
  }

  await Promise.all([MathJax.startup.promise, document.fonts.ready]);
  if (location.search === "?notes") {
    document.documentElement.className = "handout";
    document.querySelector("link[href='reveal/reveal.css']").disabled = true;
    for (const section of sections) {
      section.after(section.querySelector(".notes"));
      fit(section);
    }
    addEventListener("message", ({ data }) => sections[data]?.scrollIntoView());
    return;
  }

  let notes = null;
  Reveal.on("ready", ({ currentSlide }) => fit(currentSlide));
  Reveal.on("slidechanged", ({ currentSlide, indexh }) => {
    fit(currentSlide);
    notes?.postMessage(indexh, "*");
  });
  const follow = () => { notes = open("?notes", "notes"); };
  await Reveal.initialize({
    center: false, controls: false, display: "flex", hash: true, height: 720,
    keyboard: { 83: follow }, margin: 0, slideNumber: "c/t", transition: "none", width: 1280,
  });
})();
