// Drawings that come when they are near: two screens before they are seen, or all of
// them before the page is printed. From a disk nothing can be fetched; there they are
// pictures.
(() => {
  const waiting = new Set(document.querySelectorAll("svg[data-later]"));

  async function bring(svg) {
    if (!waiting.delete(svg)) return;
    const { later } = svg.dataset;
    if (location.protocol === "file:") {
      const image = new Image();
      image.src = later;
      image.alt = svg.ariaLabel;
      image.width = svg.getAttribute("width");
      svg.replaceWith(image);
    } else svg.outerHTML = await (await fetch(later)).text();
  }

  // those of the other form, for phones or for desktops, are never near
  const watch = new IntersectionObserver(
    (seen) => seen.filter((one) => one.isIntersecting).forEach((one) => bring(one.target)),
    { rootMargin: "200% 0px" },
  );
  for (const svg of waiting) watch.observe(svg);
  addEventListener("beforeprint", () => waiting.forEach(bring));
})();
