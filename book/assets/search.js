// Excerpts of search results come from the text of a page, without its buttons, its table of contents and its title.
(() => {
  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article.bd-article");
    if (!article) return textOf(html, anchor);
    article.setAttribute("role", "main");
    article.querySelectorAll("h1").forEach((title) => title.remove());
    return textOf(article.outerHTML, anchor);
  };
})();
