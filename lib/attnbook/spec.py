"""Every definition of the course in plain loops: slow and obvious, the judge of all the rest.

One sentence, one head, one number at a time; no batches, no einsum, no fused kernel. What the library
computes must equal what stands here, in value and in gradient. Vectors are "K", tables are "S K" (rows are words).
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

Mask = Bool[Tensor, "T S"] | None
Score = Callable[[Tensor, Tensor], Tensor]
"""From one query and one key to one number."""


# Scores


def dot(q: Float[Tensor, " K"], k: Float[Tensor, " K"]) -> Float[Tensor, ""]:
    """sum_i q_i k_i. Luong et al. 2015, equation 8 (dot)."""
    return sum((q[i] * k[i] for i in range(len(q))), q.new_zeros(()))


def scaled_dot(q: Float[Tensor, " K"], k: Float[Tensor, " K"]) -> Float[Tensor, ""]:
    """q . k / sqrt(K). Vaswani et al. 2017, equation 1."""
    return dot(q, k) / math.sqrt(len(q))


def general(q: Float[Tensor, " D"], k: Float[Tensor, " M"], W: Float[Tensor, "D M"]) -> Float[Tensor, ""]:
    """q^T W k. Luong et al. 2015, equation 8 (general)."""
    return dot(q, times(W, k))


def additive(
    q: Float[Tensor, " D"],
    k: Float[Tensor, " M"],
    W: Float[Tensor, "A D"],
    U: Float[Tensor, "A M"],
    v: Float[Tensor, " A"],
) -> Float[Tensor, ""]:
    """v^T tanh(W q + U k). Bahdanau et al. 2015, appendix A.1.2."""
    return dot(v, torch.tanh(times(W, q) + times(U, k)))


def linear(
    q: Float[Tensor, " D"], k: Float[Tensor, " M"], a: Float[Tensor, " D"], b: Float[Tensor, " M"]
) -> Float[Tensor, ""]:
    """a . q + b . k: one linear layer on [q; k]. No paper: chapter 2 shows why it cannot work (claim S04)."""
    return dot(a, q) + dot(b, k)


# Weights and what they read


def softmax(scores: Float[Tensor, " S"], seen: Bool[Tensor, " S"] | None = None) -> Float[Tensor, " S"]:
    """exp(e_s) / sum_r exp(e_r) over the keys r that are seen, 0 elsewhere. Bahdanau et al. 2015, equation 6."""
    visible = [s for s in range(len(scores)) if seen is None or seen[s]]
    if not visible:
        return torch.zeros_like(scores)
    top = max(scores[s].detach() for s in visible)  # subtracted so that no power overflows; it cancels
    powers = {s: torch.exp(scores[s] - top) for s in visible}
    total = sum(powers.values())
    return torch.stack([powers[s] / total if s in powers else scores.new_zeros(()) for s in range(len(scores))])


def weights(
    q: Float[Tensor, "T D"], k: Float[Tensor, "S M"], mask: Mask = None, score: Score = scaled_dot
) -> Float[Tensor, "T S"]:
    """The softmax of each query's scores. Vaswani et al. 2017, equation 1."""
    rows = []
    for t in range(len(q)):
        scores = torch.stack([score(q[t], k[s]) for s in range(len(k))])
        rows.append(softmax(scores, None if mask is None else mask[t]))
    return torch.stack(rows)


def read(weights: Float[Tensor, " S"], v: Float[Tensor, "S V"]) -> Float[Tensor, " V"]:
    """sum_s a_s v_s: the context. Bahdanau et al. 2015, equation 5."""
    return sum((weights[s] * v[s] for s in range(len(v))), v.new_zeros(v.shape[1]))


def attend(
    q: Float[Tensor, "T D"],
    k: Float[Tensor, "S M"],
    v: Float[Tensor, "S V"],
    mask: Mask = None,
    score: Score = scaled_dot,
) -> Float[Tensor, "T V"]:
    """What each query reads from the values. Vaswani et al. 2017, equation 1."""
    return torch.stack([read(row, v) for row in weights(q, k, mask, score)])


def causal(T: int, S: int) -> Bool[Tensor, "T S"]:
    """Query t sees no key of its future; the last query stands at the last key. Vaswani et al. 2017, section 3.2.3."""
    return torch.tensor([[s - (S - 1) <= t - (T - 1) for s in range(S)] for t in range(T)]).reshape(T, S)


def padding(tokens: Int[Tensor, " S"], pad: int) -> Bool[Tensor, " S"]:
    """True where a real token stands: only there may a query attend. Vaswani et al. 2017, section 3.2.3."""
    return torch.tensor([int(token) != pad for token in tokens], dtype=torch.bool)


# Recurrence


class Gates(NamedTuple):
    """What a recurrent cell learns: W acts on the input, U on the state; their rows are gates, one after the other."""

    W: Float[Tensor, "gates inputs"]
    U: Float[Tensor, "gates D"]
    b: Float[Tensor, " gates"]
    c: Float[Tensor, " gates"]


def gru(x: Float[Tensor, " inputs"], h: Float[Tensor, " D"], gates: Gates) -> Float[Tensor, " D"]:
    """One step of a gated recurrent unit. Gates: reset, update, candidate.

    Cho et al. 2014, equations 5 to 8, but the reset gate multiplies U h + c, not h, as PyTorch has it.
    """
    W, U, b, c = gates
    inputs, memory = (times(W, x) + b).chunk(3), (times(U, h) + c).chunk(3)
    reset = torch.sigmoid(inputs[0] + memory[0])
    update = torch.sigmoid(inputs[1] + memory[1])
    candidate = torch.tanh(inputs[2] + reset * memory[2])
    return update * h + (1 - update) * candidate


def lstm(x: Float[Tensor, " inputs"], state: tuple[Tensor, Tensor], gates: Gates) -> tuple[Tensor, Tensor]:
    """One step of a long short-term memory: output and cell, each "D". Gates: input, forget, candidate, output.

    Hochreiter and Schmidhuber 1997, section 4, with the forget gate of Gers et al. 2000.
    """
    (h, cell), (W, U, b, c) = state, gates
    enter, forget, candidate, leave = (times(W, x) + b + times(U, h) + c).chunk(4)
    cell = torch.sigmoid(forget) * cell + torch.sigmoid(enter) * torch.tanh(candidate)
    return torch.sigmoid(leave) * torch.tanh(cell), cell


def recurrence(step: Callable, inputs: Sequence[Tensor], state) -> list:
    """The states h_t = f(x_t, h_{t-1}), one for each input. Bahdanau et al. 2015, equation 1."""
    states = []
    for x in inputs:
        state = step(x, state)
        states.append(state)
    return states


def context(s: Float[Tensor, " D"], memory: Float[Tensor, "S M"], score: Score) -> tuple[Tensor, Tensor]:
    """The context "M" that a decoder in state s_{t-1} reads, and its weights "S". Bahdanau et al. 2015, equation 5."""
    a = softmax(torch.stack([score(s, h) for h in memory]))
    return read(a, memory), a


# Search

Following = Callable[[tuple[int, ...]], Float[Tensor, " N"]]
"""From the tokens so far to the log-probabilities of the next one."""


def greedy(following: Following, stop: int, L: int) -> tuple[int, ...]:
    """The likeliest token at every step, up to the first `stop` or to L tokens. Sutskever et al. 2014, section 3.2."""
    tokens: tuple[int, ...] = ()
    while len(tokens) < L and stop not in tokens:
        tokens += (int(following(tokens).argmax()),)
    return tokens


def sequences(N: int, stop: int, L: int, start: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every sequence a search can end with: finished by its first `stop`, or L tokens long."""
    if stop in start or len(start) == L:
        yield start
    else:
        for token in range(N):
            yield from sequences(N, stop, L, (*start, token))


def log_probability(following: Following, tokens: tuple[int, ...]) -> float:
    """log p(y) = sum_t log p(y_t | y_1 .. y_{t-1}). Sutskever et al. 2014, equation 1."""
    return sum(float(following(tokens[:t])[tokens[t]]) for t in range(len(tokens)))


def search_score(log_probability: float, length: int, alpha: float) -> float:
    """log p(y) / |y|^alpha: what a search compares; alpha 0 compares probabilities. Wu et al. 2016, section 7."""
    return log_probability / length**alpha


def exhaustive(following: Following, N: int, stop: int, L: int, alpha: float = 0.0) -> tuple[tuple[int, ...], float]:
    """The best of all sequences and its score. Wu et al. 2016, section 7, with nothing pruned."""
    scored = [(search_score(log_probability(following, y), len(y), alpha), y) for y in sequences(N, stop, L)]
    score, tokens = max(scored)
    return tokens, score


# Losses and figures


def cross_entropy(
    logits: Float[Tensor, "T N"], target: Int[Tensor, " T"], pad: int, smoothing: float = 0.0
) -> Float[Tensor, ""]:
    """sum_t -sum_n q_n log p_n over real tokens; q is 1 - smoothing on the target plus smoothing / N everywhere.

    Szegedy et al. 2016, section 7.
    """
    total, N = logits.new_zeros(()), logits.shape[1]
    for t in range(len(target)):
        if int(target[t]) == pad:
            continue
        p = softmax(logits[t])
        for n in range(N):
            q = (1 - smoothing) * (n == int(target[t])) + smoothing / N
            total = total - q * torch.log(p[n])
    return total


Links = set[tuple[int, int]]


def alignment_error_rate(found: Links, sure: Links, possible: Links) -> float:
    """1 - (|A and S| + |A and P|) / (|A| + |S|); sure links are possible too. Och and Ney 2003, section 5."""
    return 1 - (len(found & sure) + len(found & (possible | sure))) / (len(found) + len(sure))


def bleu(hypotheses: Sequence[Sequence[str]], references: Sequence[Sequence[str]], longest: int = 4) -> float:
    """BLEU of a corpus of token lists, one reference each, 0 to 100, unsmoothed. Papineni et al. 2002, section 2.3."""
    precisions = []
    for n in range(1, longest + 1):
        pairs = [(ngrams(h, n), ngrams(r, n)) for h, r in zip(hypotheses, references, strict=True)]
        total = sum(h.total() for h, _ in pairs)
        precisions.append(sum((h & r).total() for h, r in pairs) / total if total else 0.0)
    if min(precisions) == 0:
        return 0.0
    length, wanted = sum(map(len, hypotheses)), sum(map(len, references))
    brevity = min(1.0, math.exp(1 - wanted / length))
    return 100 * brevity * math.exp(sum(map(math.log, precisions)) / longest)


def ngrams(tokens: Sequence[str], n: int) -> Counter:
    """How often each run of n tokens occurs."""
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def times(W: Float[Tensor, "D K"], x: Float[Tensor, " K"]) -> Float[Tensor, " D"]:
    """The matrix times the vector, row by row."""
    return torch.stack([dot(row, x) for row in W])
