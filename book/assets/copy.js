// The link below a figure becomes a button that copies its address.
(() => {
  const status = document.createElement("p");
  status.className = "copy-status";
  status.setAttribute("role", "status");

  async function copy(link, button) {
    try {
      await navigator.clipboard.writeText(link.href);
      button.textContent = "Copied";
      status.textContent = `${button.title} copied`;
    } catch {
      // Where a page may not write to the clipboard: the address bar has it.
      location.hash = link.hash;
      button.textContent = "See address";
      status.textContent = "The address of this page is now the link";
    }
    setTimeout(() => {
      button.textContent = "Copy link";
      status.textContent = "";
    }, 4000);
  }

  const links = document.querySelectorAll("a.copy-link");
  if (links.length) document.querySelector("main").append(status);
  for (const link of links) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-link";
    button.textContent = "Copy link";
    button.title = link.textContent;
    button.addEventListener("click", () => copy(link, button));
    link.replaceWith(button);
  }
})();
