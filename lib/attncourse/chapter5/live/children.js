// Six children and trained layers that answer them. The model holds `models`,
// each {kind, questions, weights by name}, the `names` of children and of
// `colours`, and what the reader changes: whom each child `asks` for, the
// `colour` of its ball, `heads`, `questions`, and the `child` that is looked at.

import {
  action, block, choose, chooser, element, frame, keep, para, picker, radiogroup, report,
  traits,
} from "../../live/shared/ui.js";
import { ball, circleView, tick, weightTable } from "./circle_view.js";
import { answers } from "./reader.js";

const TITLE = "Choose a child, and change what they ask";
const STATE = ["asks", "colour", "heads", "questions", "child"];
const put = (list, at, value) => list.map((x, i) => (i === at ? value : x));
const anyOf = (count) => Math.floor(count * Math.random());

function another(model) {
  const some = model.get("names").map((_, __, { length }) => length);
  choose(model, {
    asks: some.map((count) => [anyOf(count), anyOf(count)]),
    colour: some.map(() => anyOf(model.get("colours").length)),
  });
}

// A question of the child: whom it asks about, and what is answered.
function question(model, n) {
  const label = { "aria-label": `${n ? "second" : "first"} question` };
  const select = picker(model.get("names"), label, (whom) => {
    const [asks, child] = [model.get("asks"), model.get("child")];
    choose(model, { asks: put(asks, child, put(asks[child], n, whom)) });
  });
  const said = element("span");
  const el = block("question", select, said);
  const show = (whom, colour, right) => {
    el.classList.toggle("absent", colour === undefined);
    select.value = whom;
    const verdict = right ? " right" : " wrong";
    said.replaceChildren("→ ", ball(colour ?? ""), " ", tick(right), verdict);
  };
  return { el, show };
}

// What stands on the card of a child.
function writeCard(card, name, own, asked) {
  const said = asked.map(([whom, right]) =>
    element("span", { class: "asked" }, `${whom} `, tick(right)),
  );
  const lines = [element("b", {}, name), " ", own, element("br"), ...said];
  card.replaceChildren(...lines);
}

function render({ model, el }) {
  const { names, colours } = traits(model, ["names", "colours"]);
  const children = radiogroup("children", names, (child) => choose(model, { child }));
  const amounts = (what) =>
    chooser(model, `${what}s`, [1, 2], `${what}s`, [`one ${what}`, `two ${what}s`]);
  const [heads, questions] = ["head", "question"].map(amounts);
  const balls = radiogroup("ball", colours.map(ball), (k) => {
    const [colour, child] = [model.get("colour"), model.get("child")];
    if (colour[child] !== k) choose(model, { colour: put(colour, child, k) });
  });
  const circle = circleView(children.group);
  const asked = [0, 1].map((n) => question(model, n));
  const table = weightTable(names);
  const titles = ["asks about", "has", "attends to"].map((text) => {
    const title = para("heading");
    const show = (name) => (title.textContent = `${name} ${text}`);
    return { title, show };
  });
  const [score, status] = [para("score"), report()];
  function update() {
    const state = traits(model, STATE);
    const { asks, colour, child } = state;
    const found = model.get("models").find(
      ({ kind, questions }) =>
        parseInt(kind) === state.heads && questions === state.questions,
    );
    const { said, weights } = answers(found, state, colours.length);
    const right = said.map((own, c) =>
      own.map((x, n) => x === colour[asks[c][n]]),
    );
    [...children.group.children].forEach((card, c) => {
      const lines = right[c].map((ok, n) => [names[asks[c][n]], ok]);
      writeCard(card, names[c], ball(colours[colour[c]]), lines);
    });
    const count = right.flat().filter(Boolean).length;
    const all = `${count} of ${right.flat().length}`;
    score.replaceChildren(all, element("small", {}, "answers right"));
    children.check(child);
    heads.show();
    questions.show();
    balls.check(colour[child]);
    titles.forEach(({ show }) => show(names[child]));
    asked.forEach(({ show }, n) =>
      show(asks[child][n], colours[said[child][n]], right[child][n]),
    );
    const rows = weights.map((head) => head[child]);
    circle.draw(child, rows);
    table.write(rows);
    const told = said[child].map((x, n) => {
      const verdict = right[child][n] ? "right" : "wrong";
      return `${names[asks[child][n]]}: ${colours[x]}, ${verdict}.`;
    });
    const whose = `Answers to ${names[child]}:`;
    status.textContent = [whose, ...told, `${all} answers right.`].join(" ");
  }
  const [whom, own, reads] = titles.map(({ title }) => title);
  const draw = action("new circle", () => another(model));
  const above = block("line", heads.group, questions.group, draw);
  const left = block("circle", circle.lines, children.group, score);
  const fields = asked.map((one) => one.el);
  const answer = [whom, ...fields, own, balls.group, reads, table.el, status];
  const both = block("panels", left, block("panel", ...answer));
  const heading = para("heading", TITLE);
  el.append(frame("children", "Six children", heading, above, both));
  return keep(model, STATE, update);
}

export default { render };
