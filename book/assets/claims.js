// Claims can be chosen by chapter and by verdict; without scripts all are seen.
(() => {
  const rows = [...document.querySelectorAll("#claims tbody > tr")];
  const facts = rows.map((row) => ({
    Chapter: row.closest("section").querySelector("h2").firstChild.data
      .match(/\d+/)[0],
    Verdict: row.querySelector(".verdict").textContent,
  }));
  const form = document.createElement("form");
  form.className = "claims-filter";
  for (const name of ["Chapter", "Verdict"]) {
    const found = new Set(facts.map((fact) => fact[name]));
    const options = ["all", ...found].map((value) => new Option(value));
    const select = document.createElement("select");
    const label = document.createElement("label");
    select.name = name;
    select.autocomplete = "off";
    select.append(...options);
    label.append(`${name} `, select);
    form.append(label);
  }
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  form.append(status);

  function choose() {
    const chosen = [...new FormData(form)].filter(([, v]) => v !== "all");
    rows.forEach((row, k) => {
      row.hidden = chosen.some(([name, value]) => facts[k][name] !== value);
    });
    for (const part of document.querySelectorAll("#claims > section")) {
      part.hidden = !part.querySelector("tbody > tr:not([hidden])");
    }
    const shown = rows.filter((row) => !row.hidden).length;
    status.textContent = `${shown} of ${rows.length} claims`;
  }

  form.addEventListener("change", choose);
  document.querySelector("#claims > section").before(form);
  choose();
})();
