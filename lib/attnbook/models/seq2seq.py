"""Recurrent sequence to sequence, without attention, with Bahdanau's, with Luong's. Built in chapters 1 and 2.

Equations are those of Bahdanau et al. 2015 (appendix A) and Luong et al. 2015 (section 3).
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from attnbook import attention, masks, scores

CELLS = {"gru": (nn.GRU, nn.GRUCell), "lstm": (nn.LSTM, nn.LSTMCell)}
SCORES = ("none", "additive", "dot", "general", "linear")


@dataclass(frozen=True)
class Config:
    """Sizes and choices of one model; `vocabulary` counts the tokens that both languages share."""

    vocabulary: int
    width: int = 160  # D: embeddings
    encoder: int = 224  # units of the encoder in each direction
    decoder: int = 320  # units of the decoder
    cell: str = "gru"  # gru or lstm
    bidirectional: bool = True
    attention: str = "additive"  # none, additive, dot, general, linear
    dropout: float = 0.0
    pad: int = 0

    def __post_init__(self):
        for size in ("vocabulary", "width", "encoder", "decoder"):
            if getattr(self, size) < 1:
                raise ValueError(f"{size} must be at least 1: {size}={getattr(self, size)}")
        if not 0 <= self.dropout <= 1:
            raise ValueError(f"dropout must lie in 0 .. 1: dropout={self.dropout}")
        if not 0 <= self.pad < self.vocabulary:
            raise ValueError(f"pad must lie in 0 .. {self.vocabulary - 1}: pad={self.pad}")
        if self.cell not in CELLS:
            raise ValueError(f"cell must be one of {', '.join(CELLS)}: cell={self.cell!r}")
        if self.attention not in SCORES:
            raise ValueError(f"attention must be one of {', '.join(SCORES)}: attention={self.attention!r}")
        if self.attention == "dot" and self.decoder != self.memory:
            raise ValueError(f"dot needs equal widths: decoder={self.decoder}, memory={self.memory}")

    @property
    def memory(self) -> int:
        """Width M of one encoder state: both directions side by side."""
        return self.encoder * (2 if self.bidirectional else 1)


class State(NamedTuple):
    """What the decoder knows between two steps; axis 0 of every tensor is the batch."""

    memory: Tensor  # B S M
    prepared: Tensor  # B 1 S A, the part of the scores that does not depend on the query
    mask: Tensor  # B 1 1 S
    recurrent: tuple[Tensor, ...]  # (s,) for a GRU, (s, cell) for an LSTM, each B D


class Encoder(nn.Module):
    """Reads the source: h_i = f_W(x_i, h_{i-1}), in both directions if asked."""

    def __init__(self, config: Config):
        super().__init__()
        self.recurrence = CELLS[config.cell][0](
            config.width, config.encoder, batch_first=True, bidirectional=config.bidirectional
        )

    def forward(
        self, x: Float[Tensor, "B S D"], lengths: Int[Tensor, " B"]
    ) -> tuple[Float[Tensor, "B S M"], Float[Tensor, "B M"]]:
        """All states h_i, and the last state of each direction side by side; steps past `lengths` are not taken."""
        packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        states, last = self.recurrence(packed)
        last = last[0] if isinstance(last, tuple) else last
        memory, _ = pad_packed_sequence(states, batch_first=True, total_length=x.shape[1])
        return memory, torch.cat(tuple(last), dim=-1)


class Seq2Seq(nn.Module):
    """Encoder, decoder, and between them what `config.attention` names.

    Without attention the memory is a set of one vector, the context c; everything else stays the same.
    With `additive` (and `linear`) the query is s_{t-1} and the context enters the recurrence (Bahdanau);
    with `dot` and `general` the query is s_t and the context enters the output only (Luong).
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width, padding_idx=config.pad)
        self.encoder = Encoder(config)
        self.dropout = nn.Dropout(config.dropout)
        self.start_state = nn.Linear(config.memory, config.decoder)
        self.score: Any = _score(config)
        self.reads_first = config.attention in ("none", "additive", "linear")
        inputs = config.width + (config.memory if self.reads_first else 0)
        self.cell = CELLS[config.cell][1](inputs, config.decoder)
        self.readout = nn.Linear(config.decoder + config.memory + config.width, config.width)
        self.bias = nn.Parameter(torch.zeros(config.vocabulary))

    def start(self, source: Int[Tensor, "B S"]) -> State:
        """Encode the source; s_0 = tanh(W [last forward state; last backward state])."""
        _check_range(source, self.config.vocabulary)
        lengths = _lengths(source, self.config.pad)
        memory, last = self.encoder(self.dropout(self.embedding(source)), lengths)
        mask = masks.padding(source, self.config.pad)
        if self.score is None:
            memory, mask = last[:, None], mask[..., :1]
        prepared = memory[:, None] if self.score is None else self.score.prepare(memory[:, None])
        hidden = torch.tanh(self.start_state(last))
        recurrent = (hidden,) if self.config.cell == "gru" else (hidden, torch.zeros_like(hidden))
        return State(memory, prepared, mask, recurrent)

    def step(self, state: State, tokens: Int[Tensor, " B"]) -> tuple[Float[Tensor, "B N"], State]:
        """Log-probabilities of the next token after `tokens`, and the new state."""
        y = self.embedding(tokens)
        state, context, _ = self._advance(state, y)
        return self._logits(state.recurrent[0], context, y).log_softmax(-1), state

    def reorder(self, state: State, rows: Int[Tensor, " rows"]) -> State:
        """The state of the rows named, in that order; a row may be named several times."""
        memory, prepared, mask = (x.index_select(0, rows) for x in state[:3])
        return State(memory, prepared, mask, tuple(x.index_select(0, rows) for x in state.recurrent))

    def forward(self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]) -> Float[Tensor, "B T N"]:
        """Logits of the token after each target token, the true ones fed in (teacher forcing)."""
        return self._unroll(source, target)[0]

    def weights(self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]) -> Float[Tensor, "B T S"]:
        """How much each decoder step takes from each source position, on the same path as `forward`.

        Raises ValueError for a model without attention.
        """
        if self.score is None:
            raise ValueError("a model without attention has no weights: attention='none'")
        return self._unroll(source, target)[1]

    def _unroll(self, source: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        _check_range(target, self.config.vocabulary)
        if len(source) != len(target):
            raise ValueError(
                f"one target for each source is needed: source={tuple(source.shape)}, target={tuple(target.shape)}"
            )
        state, y = self.start(source), self.dropout(self.embedding(target))
        hidden, contexts, weights = [], [], []
        for t in range(target.shape[1]):
            state, context, weight = self._advance(state, y[:, t])
            hidden.append(state.recurrent[0])
            contexts.append(context)
            weights.append(weight)
        logits = self._logits(torch.stack(hidden, 1), torch.stack(contexts, 1), y)
        return logits, torch.stack(weights, 1)

    def _advance(self, state: State, y: Tensor) -> tuple[State, Tensor, Tensor]:
        """One step of the recurrence: the new state, the context it read, the weights it read with."""
        if self.reads_first:
            context, weight = self._read(state)
            y = torch.cat((y, context), -1)
        recurrent = state.recurrent[0] if self.config.cell == "gru" else state.recurrent
        recurrent = self.cell(y, recurrent)
        state = state._replace(recurrent=(recurrent,) if self.config.cell == "gru" else recurrent)
        if not self.reads_first:
            context, weight = self._read(state)
        return state, context, weight

    def _read(self, state: State) -> tuple[Float[Tensor, "B M"], Float[Tensor, "B S"]]:
        if self.score is None:
            return state.memory[:, 0], state.mask[:, 0, 0].to(state.memory.dtype)
        e = self.score.compare(state.recurrent[0][:, None, None], state.prepared)
        weights = attention.normalise(e, state.mask)
        return attention.read(weights, state.memory[:, None])[:, 0, 0], weights[:, 0, 0]

    def _logits(self, hidden: Tensor, context: Tensor, y: Tensor) -> Tensor:
        """tanh(W [s_t; c_t; y_{t-1}]) against every embedding (input and output share one table)."""
        out = torch.tanh(self.readout(torch.cat((hidden, context, y), -1)))
        return nn.functional.linear(self.dropout(out), self.embedding.weight, self.bias)


class Dot(nn.Module):
    """`scores.dot` with the two halves that a decoder calls; nothing is learned."""

    def prepare(self, k: Tensor) -> Tensor:
        """The keys, as they are."""
        return k

    def compare(self, q: Tensor, prepared: Tensor) -> Tensor:
        """The dot products."""
        return scores.dot(q, prepared)


def build(config: Config, generator: torch.Generator | None = None) -> Seq2Seq:
    """A model with fresh weights: uniform in +-1/sqrt(fan in), embeddings normal with 1/sqrt(width)."""
    model = Seq2Seq(config)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name == "embedding.weight":
                parameter.normal_(0.0, config.width**-0.5, generator=generator)
                parameter[config.pad] = 0.0
            elif name != "bias":
                bound = parameter.shape[-1] ** -0.5
                parameter.uniform_(-bound, bound, generator=generator)
    return model


def _score(config: Config) -> nn.Module | None:
    if config.attention == "none":
        return None
    if config.attention == "additive":
        return scores.Additive(config.decoder, config.memory, config.width)
    if config.attention == "dot":
        return Dot()
    kind = scores.General if config.attention == "general" else scores.Linear
    return kind(config.decoder, config.memory)


def _check_range(tokens: Int[Tensor, "..."], vocabulary: int) -> None:
    if tokens.numel() and (int(tokens.min()) < 0 or int(tokens.max()) >= vocabulary):
        raise ValueError(
            f"tokens must lie in 0 .. {vocabulary - 1}: lowest={int(tokens.min())}, highest={int(tokens.max())}"
        )


def _lengths(source: Int[Tensor, "B S"], pad: int) -> Int[Tensor, " B"]:
    """The number of real tokens in each row; ValueError for a row with none, or with padding before the end."""
    real = source != pad
    lengths = real.sum(1)
    if (lengths == 0).any():
        raise ValueError(f"every source needs at least one token: lengths={lengths.tolist()}")
    gaps = (real[:, 1:] & ~real[:, :-1]).any(1)
    if gaps.any():
        raise ValueError(f"padding stands at the end of a source: row {int(gaps.int().argmax())} has a token after it")
    return lengths
