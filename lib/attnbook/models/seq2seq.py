"""Recurrent sequence to sequence, without attention, with Bahdanau's, with
Luong's. Built in chapters 1 and 2.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from attnbook import masks, scores
from attnbook.models import decoder, fields
from attnbook.models.decoder import State
from attnbook.models.encoder_decoder import EncoderDecoder

CELLS = {"gru": nn.GRU, "lstm": nn.LSTM}


@dataclass(frozen=True)
class Config:
    """Sizes and choices of one model; `vocabulary` counts the tokens that both
    languages share.
    """

    vocabulary: int
    width: int = 160  # D: embeddings
    encoder: int = 224  # units of the encoder in each direction
    decoder: int = 320  # units of the decoder
    cell: str = "gru"  # gru or lstm
    bidirectional: bool = True
    attention: str = "additive"  # a name in scores.SCORES
    dropout: float = 0.0
    pad: int = 0
    wiring: str = "bahdanau"  # or luong: see `decoder.Decoder`

    def __post_init__(self):
        fields.check(
            self,
            cell=CELLS,
            attention=scores.SCORES,
            wiring=decoder.WIRINGS,
        )

    @property
    def memory(self) -> int:
        """Width M of one encoder state: both directions side by side."""
        return self.encoder * (2 if self.bidirectional else 1)


class Encoder(nn.Module):
    """Reads the source: h_i = f_W(x_i, h_{i-1}), in both directions if
    asked.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.recurrence = CELLS[config.cell](
            config.width, config.encoder, bidirectional=config.bidirectional
        )

    def forward(
        self, x: Float[Tensor, "B S D"], lengths: Int[Tensor, " B"]
    ) -> tuple[Float[Tensor, "B S M"], Float[Tensor, "B M"]]:
        """All states h_i, and the last state of each direction side by side;
        steps past `lengths` are not taken.
        """
        packed = pack_padded_sequence(
            x, lengths.cpu(), batch_first=True, enforce_sorted=False
        )
        states, last = self.recurrence(packed)
        last = last[0] if isinstance(last, tuple) else last
        memory, _ = pad_packed_sequence(
            states, batch_first=True, total_length=x.shape[1]
        )
        return memory, torch.cat(tuple(last), dim=-1)


class Seq2Seq(EncoderDecoder):
    """Encoder, decoder, and between them what `config.attention` names; both
    sides share one table of embeddings.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.encoder = Encoder(config)
        choices = {
            name: getattr(config, name)
            for name in ("cell", "wiring", "dropout", "pad")
        }
        self.decoder = decoder.Decoder(
            config.vocabulary,
            config.width,
            config.memory,
            config.decoder,
            score=config.attention,
            **choices,
        )

    def start(self, source: Int[Tensor, "B S"]) -> State:
        """Encode the source: its states are the memory, the last state of each
        direction starts the decoder, and is the memory without attention.
        """
        decoder.check_range(source, self.config.vocabulary)
        lengths = _lengths(source, self.config.pad)
        x = self.decoder.dropout(self.decoder.embedding(source))
        memory, last = self.encoder(x, lengths)
        mask = masks.padding(source, self.config.pad)
        if self.config.attention == "none":
            memory, mask = last[:, None], mask[..., :1]
        return self.decoder.start(memory, last, mask)


def build(config: Config, generator: torch.Generator | None = None) -> Seq2Seq:
    """A model with fresh weights, drawn from the generator as
    `decoder.initialise` says.
    """
    model = Seq2Seq(config)
    decoder.initialise(model, model.decoder, generator)
    return model


def _lengths(source: Int[Tensor, "B S"], pad: int) -> Int[Tensor, " B"]:
    """The number of real tokens in each row; ValueError for a row with none, or
    with padding before the end.
    """
    real = source != pad
    lengths = real.sum(1)
    if (lengths == 0).any():
        raise ValueError(
            f"every source needs at least one token: lengths={lengths.tolist()}"
        )
    gaps = (real[:, 1:] & ~real[:, :-1]).any(1)
    if gaps.any():
        raise ValueError(
            f"padding stands at the end of a source: row "
            f"{int(gaps.int().argmax())} has a token after it"
        )
    return lengths
