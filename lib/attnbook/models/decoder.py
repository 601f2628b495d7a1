"""A recurrent decoder: it reads a memory of vectors, takes a step, names the
next token. Built in chapters 1 and 2.

What wrote the memory is not its concern: an encoder of sentences, or one of
images. Equations are those of Bahdanau et al. 2015 (appendix A) and Luong et
al. 2015 (section 3).
"""

from typing import Literal, NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from attnbook import scores, validation
from attnbook.attention import masked_softmax, weighted_sum

CELLS = {"gru": nn.GRUCell, "lstm": nn.LSTMCell}
WIRINGS = ("bahdanau", "luong")


class State(NamedTuple):
    """What the decoder knows between two steps; axis 0 of every tensor is the
    batch.
    """

    memory: Tensor  # B S M
    # B 1 S A, the part of the scores that does not depend on the query
    prepared: Tensor
    mask: Tensor  # B 1 1 S
    # (s,) for a GRU, (s, cell) for an LSTM, each B D
    recurrent: tuple[Tensor, ...]

    @property
    def hidden(self) -> Float[Tensor, "B D"]:
        """s, which asks the memory and predicts the next token."""
        return self.recurrent[0]


class Decoder(nn.Module):
    """s_t = g(y_{t-1}, s_{t-1}, c_t), and from s_t, c_t and y_{t-1} the next
    token; tokens are `width` wide.

    `score` is a name in `scores.SCORES`; with "none" the memory is one vector,
    the context c.
    `wiring` "bahdanau" asks with s_{t-1} and feeds the context to the
    recurrence; "luong" asks with s_t and feeds it to the output only.
    """

    def __init__(
        self,
        vocabulary: int,
        width: int,
        memory: int,
        units: int,
        *,
        cell: Literal["gru", "lstm"] = "gru",
        score: str = "additive",
        wiring: Literal["bahdanau", "luong"] = "bahdanau",
        dropout: float = 0.0,
        pad: int = 0,
    ):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width, padding_idx=pad)
        self.dropout = nn.Dropout(dropout)
        self.start_state = nn.Linear(memory, units)
        self.score = scores.SCORES[score](units, memory, width)
        self.attend_first = wiring == "bahdanau"
        self.cell = CELLS[cell](
            width + (memory if self.attend_first else 0), units
        )
        self.readout = nn.Linear(units + memory + width, width)
        self.bias = nn.Parameter(torch.zeros(vocabulary))

    def start(
        self,
        memory: Float[Tensor, "B S M"],
        last: Float[Tensor, "B M"],
        mask: Bool[Tensor, "B 1 1 S"],
    ) -> State:
        """The state before the first token, s_0 = tanh(W last); a position that
        `mask` hides is never read.
        """
        prepared = self.score.prepare(memory[:, None])
        hidden = torch.tanh(self.start_state(last))
        gru = isinstance(self.cell, nn.GRUCell)
        return State(
            memory,
            prepared,
            mask,
            (hidden,) if gru else (hidden, torch.zeros_like(hidden)),
        )

    def step(
        self, state: State, tokens: Int[Tensor, " B"]
    ) -> tuple[Float[Tensor, "B N"], State]:
        """Log-probabilities of the next token after `tokens`, and the new
        state.
        """
        y = self.embedding(tokens)
        state, context, _ = self._advance(state, y)
        return self._logits(state.hidden, context, y).log_softmax(-1), state

    def reorder(self, state: State, rows: Int[Tensor, " rows"]) -> State:
        """The state of the rows named, in that order; a row may be named
        several times.
        """
        memory, prepared, mask = (x.index_select(0, rows) for x in state[:3])
        return State(
            memory,
            prepared,
            mask,
            tuple(x.index_select(0, rows) for x in state.recurrent),
        )

    def unroll(
        self, state: State, target: Int[Tensor, "B T"]
    ) -> tuple[Float[Tensor, "B T N"], Float[Tensor, "B T S"]]:
        """Logits of the token after each target token, the true ones fed in
        (teacher forcing), and the weights.

        Raises ValueError for tokens outside the vocabulary, and for another
        number of targets than of sources.
        """
        check_range(target, self.embedding.num_embeddings)
        if len(state.memory) != len(target):
            raise ValueError(
                f"one target for each source is needed: {len(state.memory)} "
                f"and {len(target)}"
            )
        y = self.dropout(self.embedding(target))
        hidden, contexts, weights = [], [], []
        for t in range(target.shape[1]):
            state, context, weight = self._advance(state, y[:, t])
            hidden.append(state.hidden)
            contexts.append(context)
            weights.append(weight)
        return self._logits(
            torch.stack(hidden, 1), torch.stack(contexts, 1), y
        ), torch.stack(weights, 1)

    def _advance(self, state: State, y: Tensor) -> tuple[State, Tensor, Tensor]:
        """One step of the recurrence: the new state, the context it read, the
        weights it read with.
        """
        if self.attend_first:
            context, weight = self._attend(state)
            y = torch.cat((y, context), -1)
        if isinstance(self.cell, nn.GRUCell):
            state = state._replace(recurrent=(self.cell(y, state.hidden),))
        else:
            state = state._replace(recurrent=self.cell(y, state.recurrent))
        if not self.attend_first:
            context, weight = self._attend(state)
        return state, context, weight

    def _attend(
        self, state: State
    ) -> tuple[Float[Tensor, "B M"], Float[Tensor, "B S"]]:
        e = self.score.compare(state.hidden[:, None, None], state.prepared)
        weights = masked_softmax(e, state.mask)
        context = weighted_sum(weights, state.memory[:, None])
        return context[:, 0, 0], weights[:, 0, 0]

    def _logits(self, hidden: Tensor, context: Tensor, y: Tensor) -> Tensor:
        """tanh(W [s_t; c_t; y_{t-1}]) against every embedding (input and output
        share one table).
        """
        out = torch.tanh(self.readout(torch.cat((hidden, context, y), -1)))
        return nn.functional.linear(
            self.dropout(out), self.embedding.weight, self.bias
        )


def initialise(
    model: nn.Module, decoder: Decoder, generator: torch.Generator | None
) -> None:
    """Fresh weights for a model with this decoder: uniform in +-1/sqrt(fan in),
    embeddings normal with 1/sqrt(width).

    The embedding of padding is 0, and the bias of the output stays 0.
    """
    embedding = decoder.embedding
    with torch.no_grad():
        nn.init.normal_(
            embedding.weight,
            std=embedding.embedding_dim**-0.5,
            generator=generator,
        )
        embedding.weight[embedding.padding_idx] = 0.0
        for parameter in model.parameters():
            if (
                parameter is not embedding.weight
                and parameter is not decoder.bias
            ):
                bound = parameter.shape[-1] ** -0.5
                parameter.uniform_(-bound, bound, generator=generator)


def check_range(tokens: Int[Tensor, "..."], vocabulary: int) -> None:
    """Raise ValueError for a token outside the vocabulary, on a CPU; elsewhere,
    and in a compiled model, the embedding raises what it raises.
    """
    if not (validation.readable(tokens) and tokens.numel()):
        return
    if int(tokens.min()) < 0 or int(tokens.max()) >= vocabulary:
        raise ValueError(
            f"tokens must lie in 0 .. {vocabulary - 1}: "
            f"lowest={int(tokens.min())}, highest={int(tokens.max())}"
        )
