// A page of the site, as it goes to paper: what only runs or only clicks is left
// out, live figures are their pictures with the address of the page, a guess
// names the place of its answer, and links lead into the book or to the site.
async ({ address, pages, root }) => {
  const article = document.querySelector("article");
  const all = (selector) => [...article.querySelectorAll(selector)];

  // Set-up, recipes, checks, solutions, and code that only shows a figure or a
  // table; the letters have a page of their own.
  const shown = ":has([data-live-figure], .pst-scrollable-table-container)";
  const unread = ".set-up-fold, .recipe, .tag_check, .solution-fold, "
    + ".check > :not(summary), .cell_output > details:not([class]), "
    + `.cell${shown} > .cell_input`;
  all(unread).forEach((part) => part.remove());
  for (const fold of all("section > details:not([class])")) {
    if (fold.textContent.startsWith("A model answer")) fold.remove();
  }

  for (const live of all("[data-live-figure]")) {
    live.querySelector("img").hidden = false;
    live.querySelectorAll(":scope > div").forEach((stage) => stage.remove());
    const place = live.closest("[id]")?.id;
    const line = document.createElement("p");
    line.className = "live-address";
    line.append("This figure is alive at ");
    const link = document.createElement("a");
    link.href = link.textContent = `${address}#${place}`;
    line.append(link);
    live.append(line);
  }

  // The answers of a chapter stand at its end, those of exercises on the site.
  const exercises = location.pathname.includes("/exercises/");
  for (const line of all(".student-edition")) {
    line.textContent = "Solutions, and the answers to the predictions, stand on the site.";
  }
  const answers = all(".guess-form").map((form, k) => {
    const fold = form.querySelector("details.guess-answer");
    const title = form.querySelector(".admonition-title");
    form.querySelector(".guess-status")?.remove();
    fold.remove();
    title.textContent = `Prediction ${k + 1}`;
    if (exercises) return null;
    const answer = document.createElement("section");
    answer.id = `answer-${k + 1}`;
    const head = document.createElement("h3");
    head.textContent = title.textContent;
    answer.append(head, ...[...fold.children].slice(1));
    answer.querySelectorAll("[hidden]").forEach((part) => { part.hidden = false; });
    const link = document.createElement("a");
    link.href = `#${answer.id}`;
    link.textContent = ": the answer stands at the end.";
    title.append(link);
    return answer;
  }).filter(Boolean);
  if (answers.length) {
    const title = document.createElement("h2");
    title.textContent = "Answers to the guesses";
    article.querySelector(":scope > section").append(title, ...answers);
  }

  for (const link of all("a[href]")) {
    const [url] = link.href.split("#");
    const path = url.slice(root.length).replace(/\.html$/, "");
    if (!url.startsWith(root) || pages.includes(path)) continue;
    if (address.startsWith("http")) {
      link.href = new URL(link.getAttribute("href"), address);
    } else {
      link.replaceWith(...link.childNodes);
    }
  }

  // A picture further down would be fetched only when it is scrolled to.
  await Promise.all(all("img").map((picture) => {
    picture.loading = "eager";
    return picture.decode().catch(() => {});
  }));
}
