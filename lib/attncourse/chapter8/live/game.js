// Shannon's game without its looks: bets, what they cost, and whose turn it is.

// The shares that a reader can put on one of n words: an equal one, then steps
// up to 0.95.
export function levels(n) {
  const steps = Array.from({ length: 19 }, (_, k) => (k + 1) / 20);
  return [1 / n, ...steps.filter((share) => share > 1 / n + 0.01)];
}

// What each other word gets.
export const others = (n, share) => (1 - share) / (n - 1);

// What a word costs, in bits. Shannon 1948, section 6.
export const cost = (probability) => -Math.log2(probability);

// A game over these rounds: {state, shares, given, go}. The `state` is the
// `round`, the `phase` (0: the left side, 1: both, 2: over), the word `chosen`,
// the `level` among `shares`, and what was `played`: the costs of each round.
// given() is what each player gives each word, 0 where that is not to be seen;
// go() bets, or goes on.
export function game(rounds) {
  const n = rounds[0].offered.length;
  const shares = levels(n);
  const fresh = (round) => ({ round, phase: 0, chosen: -1, bets: [] });
  const state = { ...fresh(0), level: shares.indexOf(0.5), played: [] };
  const none = Array(n).fill(0);
  const bet = () => {
    const share = shares[state.level];
    return none.map((_, k) => (k === state.chosen ? share : others(n, share)));
  };
  const given = () => {
    const { round, phase, chosen, bets } = state;
    const now = chosen < 0 ? none : bet();
    const [first = now, second = phase ? now : none] = bets;
    const { left, both } = phase === 2 ? rounds[round] : { left: none, both: none };
    return [first, left, second, both];
  };
  const go = () => {
    if (state.phase === 2) {
      Object.assign(state, fresh((state.round + 1) % rounds.length));
      if (!state.round) state.played = [];
      return;
    }
    state.bets.push(bet());
    state.phase += 1;
    if (state.phase < 2) return;
    const { true: word } = rounds[state.round];
    state.played.push(given().map((part) => cost(part[word])));
  };
  return { state, shares, given, go };
}
