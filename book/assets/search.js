// Results of a search: a figure that is asked for by its number; the section that holds the word, with a link to it, and
// an excerpt of the article, without its buttons, its contents and its title.
// Only a page that is opened from here has its words marked.
(() => {
  const { htmlToText, makeSearchSummary, performObjectSearch, _parseQuery } = Search;
  const MARKS = "sphinx_highlight_terms";
  const PARTS = ":is(h2, h3, h4):not(.admonition-title), p, li, td, th, pre";

  Search.htmlToText = (html, anchor) => {
    const article = articleOf(html);
    if (!article) return htmlToText(html, anchor);
    article.setAttribute("role", "main");
    article.querySelectorAll("h1").forEach((title) => title.remove());
    return htmlToText(article.outerHTML, anchor);
  };

  function articleOf(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    return page.querySelector("article.bd-article");
  }

  // The heading above the first place that has the word.
  function headingOf(html, word) {
    let heading;
    for (const part of articleOf(html)?.querySelectorAll(PARTS) ?? []) {
      if (part.matches("h2, h3, h4")) heading = part;
      if (part.textContent.toLowerCase().includes(word)) break;
    }
    return heading;
  }

  Search.makeSearchSummary = (html, words, anchor) => {
    const excerpt = makeSearchSummary(html, words, anchor);
    const heading = anchor ? null : headingOf(html, [...words].at(-1));
    if (!heading) return excerpt;
    heading.querySelector(".headerlink")?.remove();
    const link = document.createElement("a");
    link.className = "section";
    link.textContent = heading.textContent;
    const both = document.createDocumentFragment();
    both.append(link, excerpt);
    queueMicrotask(() => {
      const page = link.parentElement.querySelector("a");
      link.href = new URL(`#${heading.closest("[id]").id}`, page.href);
    });
    return both;
  };

  // Who asks for "Figure 7.12" finds it first.
  let asked = "";
  const FIRST = 1000;
  Search.performObjectSearch = (...terms) =>
    performObjectSearch(...terms).map(([page, title, anchor, about, score, ...rest]) => {
      const named = title.toLowerCase().startsWith(`${asked}. `);
      return [page, title, anchor, about, named ? FIRST : score, ...rest];
    });

  let marks = "";
  Search._parseQuery = (query) => {
    asked = query.trim().toLowerCase();
    const parsed = _parseQuery(query);
    marks = localStorage.getItem(MARKS);
    localStorage.removeItem(MARKS);
    return parsed;
  };
  for (const event of ["click", "auxclick"]) {
    document.addEventListener(event, ({ target }) => {
      const link = target.closest("#search-results a");
      if (link) link.search = new URLSearchParams({ highlight: marks });
    });
  }
})();
