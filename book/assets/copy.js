// The link below a figure becomes a button that copies its address.
(() => {
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");

  async function copy(link, button) {
    try {
      await navigator.clipboard.writeText(link.href);
      button.dataset.said = "Copied";
      status.textContent = `${link.textContent} copied`;
    } catch {
      // Where a page may not write to the clipboard: the address bar has it.
      location.hash = link.hash;
      button.dataset.said = "See address";
      status.textContent = "The address of this page is now the link";
    }
    setTimeout(() => {
      delete button.dataset.said;
      status.textContent = "";
    }, 4000);
  }

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
