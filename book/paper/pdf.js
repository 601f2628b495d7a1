// A page of the site, as it goes to paper: live figures are their pictures, with the
// address of the page; the answers to its guesses stand at its end.
(address) => {
  for (const live of document.querySelectorAll("[data-live-figure]")) {
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
  const answers = [...document.querySelectorAll(".guess-form")].map((form, k) => {
    const fold = form.querySelector("details.guess-answer");
    const answer = document.createElement("section");
    answer.id = `answer-${k + 1}`;
    const title = document.createElement("h3");
    title.textContent = `Guess ${k + 1}`;
    answer.append(title, ...[...fold.children].slice(1));
    answer.querySelectorAll("[hidden]").forEach((part) => { part.hidden = false; });
    const link = document.createElement("a");
    link.href = `#${answer.id}`;
    link.textContent = `Guess ${k + 1}: the answer stands at the end.`;
    form.querySelector(".guess-status")?.remove();
    fold.replaceWith(link);
    return answer;
  });
  if (!answers.length) return;
  const title = document.createElement("h2");
  title.textContent = "Answers to the guesses";
  document.querySelector("article > section").append(title, ...answers);
}
