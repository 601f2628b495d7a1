"""What a model does once its source is read into a memory, whatever the source
is: it writes with a recurrent decoder. Built in chapters 1 to 3.
"""

from jaxtyping import Float, Int, Shaped
from torch import Tensor, nn

from attnbook import scores
from attnbook.models.decoder import Decoder, State


class EncoderDecoder(nn.Module):
    """A model whose `start` reads the source, and whose `decoder` then writes;
    a subclass makes both.
    """

    decoder: Decoder

    def start(self, source: Tensor) -> State:
        """The state before the first token: what was read is its memory."""
        raise NotImplementedError

    def step(
        self, state: State, tokens: Int[Tensor, " B"]
    ) -> tuple[Float[Tensor, "B N"], State]:
        """Log-probabilities of the next token after `tokens`, and the new
        state.
        """
        return self.decoder.step(state, tokens)

    def reorder(self, state: State, rows: Int[Tensor, " rows"]) -> State:
        """The state of the rows named, in that order; a row may be named
        several times.
        """
        return self.decoder.reorder(state, rows)

    def forward(
        self, source: Shaped[Tensor, "B ..."], target: Int[Tensor, "B T"]
    ) -> Float[Tensor, "B T N"]:
        """Logits of the token after each target token, the true ones fed in
        (teacher forcing).
        """
        return self.unroll(source, target)[0]

    def unroll(
        self, source: Shaped[Tensor, "B ..."], target: Int[Tensor, "B T"]
    ) -> tuple[Float[Tensor, "B T N"], Float[Tensor, "B T S"]]:
        """Logits as `forward`, and the weights of each step over the memory;
        without attention one place, and 1.
        """
        return self.decoder.unroll(self.start(source), target)

    def weights(
        self, source: Shaped[Tensor, "B ..."], target: Int[Tensor, "B T"]
    ) -> Float[Tensor, "B T S"]:
        """How much each step takes from each place of the memory, on the same
        path as `forward`. Raises ValueError for a model without attention.
        """
        if isinstance(self.decoder.score, scores.Constant):
            raise ValueError(
                "a model without attention has no weights: attention='none'"
            )
        return self.unroll(source, target)[1]
