// What the small layer learns: rows of numbers, and the answer that each row
// should give. Children stand in a circle and ask for the colour of a ball; or a
// row wants the letter that stands some places before it.

const CHILDREN = 6;
const COLOURS = 4;
const PLACES = 10; // of a row of letters
const LETTERS = 6;
export const BACK = 3; // so many places before

const circleTask = (questions) => ({
  length: CHILDREN, inputs: CHILDREN * (questions + 1) + COLOURS, choices: COLOURS,
  questions, draw: (count, random) => circles(count, questions, random),
});

export const TASKS = {
  one: circleTask(1),
  two: circleTask(2),
  back: {
    length: PLACES, inputs: LETTERS, choices: LETTERS, questions: 1, draw: letters,
  },
};

const anyOf = (count, random) => Math.floor(count * random());

// A batch is the rows `x`, for each row and question the answer that is `wanted`,
// below 0 where there is none, and the row that has it, which is `seen`.
function batch(rows, inputs, questions) {
  const none = () => new Int32Array(rows * questions).fill(-1);
  return { x: new Float64Array(rows * inputs), wanted: none(), seen: none() };
}

// A child is its name, the names it asks about and the colour of its ball, each
// one-hot.
function circles(count, questions, random) {
  const inputs = CHILDREN * (questions + 1) + COLOURS;
  const made = batch(count * CHILDREN, inputs, questions);
  const colours = new Int32Array(CHILDREN);
  for (let n = 0; n < count * CHILDREN; n += CHILDREN) {
    for (let c = 0; c < CHILDREN; c++) {
      const at = (n + c) * inputs;
      made.x[at + c] = 1;
      for (let q = 0; q < questions; q++) {
        const whom = (made.seen[(n + c) * questions + q] = anyOf(CHILDREN, random));
        made.x[at + CHILDREN * (q + 1) + whom] = 1;
      }
      colours[c] = anyOf(COLOURS, random);
      made.x[at + inputs - COLOURS + colours[c]] = 1;
    }
    for (let i = n * questions; i < (n + CHILDREN) * questions; i++) {
      made.wanted[i] = colours[made.seen[i]];
    }
  }
  return made;
}

// Each row is a letter, one-hot; the first ones have none to answer with.
function letters(count, random) {
  const made = batch(count * PLACES, LETTERS, 1);
  for (let n = 0; n < count * PLACES; n += PLACES) {
    const drawn = Array.from({ length: PLACES }, () => anyOf(LETTERS, random));
    drawn.forEach((letter, t) => (made.x[(n + t) * LETTERS + letter] = 1));
    for (let t = BACK; t < PLACES; t++) {
      made.wanted[n + t] = drawn[t - BACK];
      made.seen[n + t] = t - BACK;
    }
  }
  return made;
}
