// Questions that only order answers, as `data.order` has them. Of each: its
// `label`, what it `asks`, how many `symbols` and `answers` there are; where
// the answer at place t stands, look(tokens, t), -1 where nothing is asked; the
// answer() of a symbol; the names of symbols and of answers.

const [BACK, FIFTH, VALUES] = [5, 4, 8];
const letter = (token) => String.fromCharCode(65 + token);
const key = (token) => Math.floor(token / VALUES);

const letters = {
  symbols: 16, answers: 16, answer: (token) => token, written: letter, named: letter,
};
export const QUESTIONS = {
  back: {
    ...letters,
    label: "5 back",
    asks: "Which symbol stands 5 positions back?",
    look: (tokens, t) => Math.max(t - BACK, -1),
  },
  latest: {
    symbols: 64,
    answers: VALUES,
    label: "latest digit",
    asks: "A symbol is a letter and a digit. Which digit came with this letter the last time?",
    look: (tokens, t) => tokens.slice(0, t).findLastIndex((x) => key(x) === key(tokens[t])),
    answer: (token) => token % VALUES,
    written: (token) => letter(key(token)).toLowerCase() + (token % VALUES),
    named: String,
  },
  fifth: {
    ...letters,
    label: "5th symbol",
    asks: "Which symbol stands at position 4, the fifth of the sequence?",
    look: (tokens, t) => (t > FIFTH ? FIFTH : -1),
  },
};

// A new sequence.
export const random = ({ symbols }, length) =>
  Array.from({ length }, () => Math.floor(symbols * Math.random()));

// For each place where its answer stands, the answer, and the verdict on what
// is `said`: "right", "wrong", "unasked", or "" where nothing is said.
export function judged(question, tokens, said) {
  return tokens.map((_, t) => {
    const look = question.look(tokens, t);
    if (look < 0) return { look, answer: -1, verdict: "unasked" };
    const answer = question.answer(tokens[look]);
    const verdict = said ? (said[t] === answer ? "right" : "wrong") : "";
    return { look, answer, verdict };
  });
}

// Of the places of the second half that are asked about: how many are right.
export function counted(places, length) {
  const asked = places
    .slice(Math.floor(length / 2), length)
    .filter(({ verdict }) => verdict !== "unasked");
  const right = asked.filter(({ verdict }) => verdict === "right").length;
  return { right, asked: asked.length, share: asked.length ? right / asked.length : 0 };
}
