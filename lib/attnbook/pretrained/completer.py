"""What a language model is for: going on with a text, and saying how probable a
text is.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from attnbook import decode
from attnbook.data.tokenizer import START, STOP, Tokenizer
from attnbook.pretrained.text import Warn, checked_text, silent, warn_about

LIMIT = 80  # tokens that a model adds to a beginning


@dataclass
class Completer:
    """A causal language model with `decode.Model`'s methods, and its
    tokenizer.
    """

    model: Any
    tokenizer: Tokenizer

    def complete(
        self,
        beginnings: Iterable[str],
        *,
        temperature: float = 1.0,
        top_k: int | None = None,
        top_p: float = 1.0,
        seed: int = 1,
        warn: Warn = silent,
    ) -> list[str]:
        """Each beginning, in lower case, and how the model goes on, up to its
        stop token; an empty one is a text from nothing.

        Temperature 0 takes the most probable token at every step; else tokens
        are drawn as `decode.sample` says, from one generator for all. `warn`
        hears what `warn_about` says. Raises as `decode.sample` does, TypeError
        for a single string and for what is no string, ValueError for what is
        too long.
        """
        if isinstance(beginnings, str):
            raise TypeError(
                f"complete takes a list of beginnings, not one string: "
                f"{beginnings!r}"
            )
        generator = torch.Generator(self._device).manual_seed(seed)
        how: dict[str, Any] = {"top_k": top_k, "top_p": top_p}

        def go_on(i: int, text: str) -> str:
            tokens = self._encode(text)
            source, last = tokens[:, :-1], int(tokens[0, -1])
            common = {"start": last, "stop": STOP, "limit": LIMIT}
            if temperature == 0:
                (said,) = decode.greedy(self.model, source, **common)
            else:
                (said,) = decode.sample(
                    self.model,
                    source,
                    generator=generator,
                    temperature=temperature,
                    **common,
                    **how,
                )
            read = tokens[0].tolist()
            warn_about(self.tokenizer, i, read[1:], said, LIMIT, warn)
            return self.tokenizer.decode([*read, *said])

        return [go_on(i, text) for i, text in enumerate(beginnings)]

    @torch.no_grad()
    def following(self, beginning: str) -> Tensor:
        """The probability of every token "N" to come next. Raises as `complete`
        does.
        """
        tokens = self._encode(beginning)
        state = self.model.start(tokens[:, :-1])
        scores, _ = self.model.step(state, tokens[:, -1])
        return scores[0].exp()

    @torch.no_grad()
    def log_probability(self, text: str) -> float:
        """Of the whole text and its end, in nats: the sum over its tokens.
        Raises as `complete` does.
        """
        fed = self._encode(text)
        self.model.start(fed[:, :0])  # only a causal model has one
        said = torch.cat([fed[:, 1:], fed.new_tensor([[STOP]])], 1)
        scores = self.model(fed).log_softmax(-1)
        return float(scores.gather(-1, said[..., None]).cpu().double().sum())

    def _encode(self, text: str) -> Tensor:
        """START and the tokens of the text, "1 T", without an end."""
        tokens = self.tokenizer.encode(checked_text(text, "the text"))[:-1]
        return torch.tensor([[START, *tokens]], device=self._device)

    @property
    def _device(self) -> torch.device:
        return next(self.model.parameters()).device
