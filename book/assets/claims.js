// Claims can be chosen by chapter and by verdict; without scripts all are seen.
(() => {
  const rows = [...document.querySelectorAll("#claims tbody > tr")];
  const facts = rows.map((row) => [
    row.closest("section").querySelector("h2").textContent.match(/\d+/)[0],
    row.querySelector(".verdict").textContent,
  ]);
  if (!rows.length) return;
  const form = document.createElement("form");
  form.className = "claims-filter";
  form.innerHTML = ["Chapter", "Verdict"].map((name, k) => {
    const found = [...new Set(facts.map((fact) => fact[k]))];
    return `<label>${name} <select autocomplete="off"><option>all</option>
      <option>${found.join("</option><option>")}</option></select></label>`;
  }).join("") + '<p role="status"></p>';
  const selects = [...form.querySelectorAll("select")];

  function choose() {
    rows.forEach((row, k) => {
      row.hidden = selects.some(({ value }, i) =>
        value !== "all" && value !== facts[k][i]);
    });
    for (const part of document.querySelectorAll("#claims > section")) {
      part.hidden = !part.querySelector("tbody > tr:not([hidden])");
      const link = document.querySelector(`.page-toc [href="#${part.id}"]`);
      link.closest("li").hidden = part.hidden;
    }
    const shown = rows.filter((row) => !row.hidden).length;
    form.lastChild.textContent = `${shown} of ${rows.length} claims`;
  }

  form.addEventListener("change", choose);
  document.querySelector("#claims > section").before(form);
  choose();
})();
