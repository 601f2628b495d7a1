// The contents beside a page light the section in which the reader is: the last
// whose heading is above a line at a third of the window, which moves down where
// the page ends. Measured anew each time, since figures come late and folds open.
(() => {
  const LINE = 0.3;
  const links = [...document.querySelectorAll("#page-contents a")];
  const headings = new Map(links.map((link) => [
    link, document.getElementById(link.hash.slice(1))?.querySelector("h2, h3, h4"),
  ]));
  const begins = (link) => headings.get(link).closest("section") ?? headings.get(link);
  const top = (link) => begins(link).getBoundingClientRect().top;
  const seen = (link) => headings.get(link)?.checkVisibility()
    && !headings.get(link).closest("details:not([open])");

  function here() {
    const range = document.documentElement.scrollHeight - innerHeight;
    const end = Math.min(range, (1 - LINE) * innerHeight);
    const left = Math.min(Math.max(0, range - scrollY), end);
    const line = innerHeight * (1 - (1 - LINE) * (end ? left / end : 1));
    const above = links.filter((link) => seen(link) && top(link) <= line);
    // what a link has asked for, although another begins soon below
    const asked = above.find((link) => link.hash === location.hash && top(link) >= 0);
    return asked ?? above.at(-1);
  }

  function light() {
    const lit = here();
    for (const link of links) {
      link.classList.toggle("active", link === lit);
      link.ariaCurrent = link === lit ? "true" : null;
    }
    for (const entry of document.querySelectorAll("#page-contents .toc-entry"))
      entry.classList.toggle("active", entry.contains(lit ?? null));
  }

  if (!links.length) return;
  for (const event of ["scroll", "resize", "hashchange"]) addEventListener(event, light);
  new ResizeObserver(light).observe(document.querySelector("article"));
})();
