// Sentences to tokens and back, as `data.tokenizer` has it: lower case, "▁"
// before a word, punctuation apart, then byte-pair encoding (Sennrich et al.
// 2016). `tokenizer(text)` takes the JSON that a model's file carries.

export const [PAD, START, STOP, UNKNOWN] = [0, 1, 2, 3];
const WORD = "▁";
const ISOLATED = /([!-/:-@[-`{-~\p{P}])/u;

// Control characters that are no space (of Python's kinds, too), and what has
// no look of its own, such as the soft hyphen and joiners.
const INVISIBLE = /[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\p{DI}]+/gu;

// A sentence as models know it: plain quotes, nothing that is invisible, and
// one space where there is space of any kind.
export function tidy(sentence) {
  const plain = sentence.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
  const seen = plain.replace(INVISIBLE, "");
  return seen.replace(/[\s\x1c-\x1f\x85]+/g, " ").trim();
}

export function tokenizer(text) {
  const { normalizer, pre_tokenizer, model } = JSON.parse(text);
  checkTokenizer(normalizer, pre_tokenizer, model);
  const names = [];
  for (const [name, k] of Object.entries(model.vocab)) names[k] = name;
  const pairs = model.merges.map((pair) => pair.join(" "));
  const ranks = new Map(pairs.map((pair, rank) => [pair, rank]));

  function numbersOf(part) {
    const letters = [...part].map((x) => (x in model.vocab ? x : null));
    const merged = mergeLetters(letters, ranks);
    return merged.map((x) => (x === null ? UNKNOWN : model.vocab[x]));
  }

  return {
    // Token numbers, STOP at the end.
    encode: (sentence) => [...splitSentence(sentence).flatMap(numbersOf), STOP],
    decode: (tokens) => joinTokens(tokens, names),
    pieces: (tokens) => readable(tokens.map((token) => names[token])),
  };
}

// This file writes one kind of tokenizer; another would give wrong tokens.
function checkTokenizer(normalizer, pre_tokenizer, model) {
  const kinds = [
    ...normalizer.normalizers,
    ...pre_tokenizer.pretokenizers,
    model,
  ].map(({ type }) => type);
  const wanted = "NFC Lowercase Metaspace Punctuation BPE";
  if (kinds.join(" ") !== wanted) {
    throw new Error(`a tokenizer of ${kinds.join(" ")}, not ${wanted}`);
  }
}

// The parts of a sentence inside which letters may merge.
function splitSentence(sentence) {
  const letters = [...sentence.normalize("NFC")];
  const text = letters.map((x) => x.toLowerCase()).join("");
  if (text === "") return [];
  const spaced = text.replaceAll(" ", WORD);
  const begun = spaced.startsWith(WORD) ? spaced : WORD + spaced;
  const words = begun.split(/(?=▁)/u);
  return words.flatMap((word) => word.split(ISOLATED)).filter((x) => x);
}

// While two neighbours can merge: the pair that was learned first, from the
// left. A letter that is null merges with nothing.
function mergeLetters(letters, ranks) {
  for (;;) {
    let [place, best] = [-1, Infinity];
    for (let k = 0; k + 1 < letters.length; k++) {
      const rank = ranks.get(`${letters[k]} ${letters[k + 1]}`);
      if (rank < best) [place, best] = [k, rank];
    }
    if (place < 0) return letters;
    letters.splice(place, 2, letters[place] + letters[place + 1]);
  }
}

// The sentence up to the first STOP.
function joinTokens(tokens, names) {
  const end = tokens.indexOf(STOP);
  const kept = (end < 0 ? tokens : tokens.slice(0, end)).filter(
    (token) => token !== PAD && token !== START,
  );
  const text = kept.map((token) => names[token]).join("");
  return text.replaceAll(WORD, " ").trim();
}

// One readable string for each token; "+" before one that goes on a word.
function readable(names) {
  const letter = /[\p{L}\p{N}]/u;
  const texts = [];
  for (const name of names) {
    const goesOn = letter.test([...name][0]) && endsIn(texts.at(-1), letter);
    texts.push(goesOn ? `+${name}` : name.replace(WORD, "") || WORD);
  }
  return texts;
}

function endsIn(piece, letter) {
  return piece !== undefined && letter.test([...piece].at(-1));
}
