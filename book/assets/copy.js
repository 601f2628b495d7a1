// The link below a figure becomes a button that copies its address; where the reader
// has given a live figure something, the address has that, too: "#place?text=two+dogs".
(() => {
  const GIVEN = /^#([^?]+)\?(.+)/;
  const stageOf = (place) => place?.querySelector("[data-live-figure] > div:last-child");

  function addressOf(link) {
    const detail = {};
    const stage = stageOf(document.getElementById(link.hash.slice(1)));
    stage?.dispatchEvent(new CustomEvent("given", { detail }));
    const given = new URLSearchParams(detail);
    return given.size ? `${link.href}?${given}` : link.href;
  }

  // What the address has is handed to its figure, which comes alive when it is near.
  function hand() {
    const [, name, text] = GIVEN.exec(location.hash) ?? [];
    const place = name && document.getElementById(name);
    const figure = place?.querySelector("[data-live-figure]");
    if (!figure) return;
    const detail = Object.fromEntries(new URLSearchParams(text));
    const taken = () => stageOf(place).dispatchEvent(new CustomEvent("taken", { detail }));
    place.scrollIntoView();
    if (stageOf(place)) return taken();
    const watch = new MutationObserver(() => {
      watch.disconnect();
      taken();
    });
    watch.observe(figure, { childList: true });
  }

  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");

  async function copy(link, button) {
    try {
      await navigator.clipboard.writeText(addressOf(link));
      button.dataset.said = "Copied";
      status.textContent = `${link.textContent} copied`;
    } catch {
      // Where a page may not write to the clipboard: the address bar has it.
      history.replaceState(null, "", addressOf(link));
      button.dataset.said = "See address";
      status.textContent = "The address of this page is now the link";
    }
    setTimeout(() => {
      delete button.dataset.said;
      status.textContent = "";
    }, 4000);
  }

  hand();
  addEventListener("hashchange", hand);
  const links = document.querySelectorAll("a.copy-link");
  if (links.length) document.querySelector("main").append(status);
  for (const link of links) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-link";
    button.innerHTML = link.innerHTML;
    button.title = link.textContent.replace("Link", "Copy link");
    button.lastElementChild.textContent = button.title;
    button.addEventListener("click", () => copy(link, button));
    link.replaceWith(button);
  }
})();
