// Multiplications of the matrices of a Transformer, from its sizes alone: what
// each layer multiplies by its matrices, and all scores and reads of attention.

export function costs(sizes) {
  const { vocabulary: N, width: D, hidden: F } = sizes;
  const { encoder_layers: encoder, decoder_layers: decoder } = sizes;
  // Queries, keys, values and what leaves a layer are D by D; n words that read
  // m words take n m D for the scores and as many for what is read.
  const words = (n) => 2 * n * D * F + 4 * n * D * D;
  const reads = (n, m) => 2 * n * m * D;
  const read = (S) => encoder * (words(S) + reads(S, S));
  const remember = (S) => decoder * 2 * S * D * D; // keys and values of the memory

  // Step t, from 0, after S words were read. Kept: one new word. Not kept: all
  // t + 1 again, and the memory's keys and values, too.
  function step(S, t, cached) {
    const n = cached ? 1 : t + 1;
    const block = words(n) + reads(n, t + 1) + 2 * n * D * D + reads(n, S);
    return decoder * block + (cached && t ? 0 : remember(S)) + N * D;
  }

  // Reading S words, and the first T steps.
  function upTo(S, T, cached) {
    let sum = read(S);
    for (let t = 0; t < T; t++) sum += step(S, t, cached);
    return sum;
  }

  return { step, upTo };
}
