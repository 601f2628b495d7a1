// The ledgers, claims and deviations: their rows are found by a word, sorted by a
// column, and claims chosen by chapter, lecture and verdict; without scripts all
// are seen.
(() => {
  const page = document.querySelector("#claims, #deviations");
  if (!page) return;
  const rows = [...page.querySelectorAll("tbody > tr")];
  const parts = [...page.querySelectorAll(":scope > section")];
  const CHOICES = {
    Chapter: (row) => row.closest("section").querySelector("h2").textContent.match(/\d+/)[0],
    Lecture: (row) => row.cells[0].textContent.trim()[0],
    Verdict: (row) => row.querySelector(".verdict").textContent,
  };
  const choices = page.id === "claims" ? Object.entries(CHOICES) : [];
  const facts = rows.map((row) => [row.textContent.toLowerCase(), ...choices.map(([, of]) => of(row))]);

  const form = document.createElement("form");
  form.innerHTML = '<label>Find <input type="search" autocomplete="off"></label>' +
    choices.map(([name], k) => {
      const found = [...new Set(facts.map((fact) => fact[k + 1]))];
      return `<label>${name} <select autocomplete="off"><option>all</option>
        <option>${found.join("</option><option>")}</option></select></label>`;
    }).join("") + '<p role="status"></p>';
  const [word, ...selects] = form.querySelectorAll("input, select");

  function choose() {
    const wanted = word.value.trim().toLowerCase();
    rows.forEach((row, k) => {
      const [text, ...own] = facts[k];
      row.hidden = !text.includes(wanted) ||
        selects.some(({ value }, i) => value !== "all" && value !== own[i]);
    });
    for (const part of parts) {
      part.hidden = !part.querySelector("tbody > tr:not([hidden])");
      const link = document.querySelector(`.page-toc [href="#${part.id}"]`);
      link.closest("li").hidden = part.hidden;
    }
    const shown = rows.filter((row) => !row.hidden).length;
    form.lastChild.textContent = `${shown} of ${rows.length} ${page.id}`;
  }

  // By the text of a column; again, the other way round.
  function sort(head, body, column) {
    const down = head.ariaSort === "ascending";
    for (const other of head.parentElement.children) other.ariaSort = null;
    head.ariaSort = down ? "descending" : "ascending";
    const text = (row) => row.cells[column].textContent;
    const sorted = [...body.rows].sort((a, b) => text(a).localeCompare(text(b)));
    body.append(...(down ? sorted.reverse() : sorted));
  }

  for (const table of page.querySelectorAll("table")) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.querySelector("p").childNodes);
      button.addEventListener("click", () => sort(head, table.tBodies[0], column));
      head.querySelector("p").append(button);
    });
  }
  form.addEventListener("input", choose);
  form.addEventListener("submit", (event) => event.preventDefault());
  page.querySelector(".ledger-filter").append(form);
  choose();
})();
