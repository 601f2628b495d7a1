"""What a sequence-to-sequence model is for: translating sentences, and showing
which word was read for which.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from attnbook import decode
from attnbook.data import batches
from attnbook.data.tokenizer import START, STOP, Tokenizer
from attnbook.pretrained.text import Warn, checked_text, silent, warn_about

LIMIT = 80  # tokens that a translation may have
ROWS = 100  # sentences decoded at once, at most
# source tokens times hypotheses held at once, so that one long sentence does
# not widen the others
TOKENS = 20_000


@dataclass
class Translator:
    """A translation model, anything with `decode.Model`'s methods and
    `weights`, and its tokenizer.
    """

    model: Any
    tokenizer: Tokenizer

    def translate(
        self,
        sentences: Iterable[str],
        beam: int = 1,
        penalty: float = 1.0,
        warn: Warn = silent,
    ) -> list[str]:
        """Each sentence, tidied, in the other language, in lower case; an
        empty one stays empty.

        `beam` hypotheses are kept at each step (1: greedy); `penalty` is the
        exponent of the length by which their log-probabilities are divided.
        `warn` hears of letters that the model does not know, and of
        translations that were cut (`warn_about`).
        Raises TypeError for a single string and for what is no string,
        ValueError for a string that is not Unicode text, or is too long.
        """
        if isinstance(sentences, str):
            raise TypeError(
                f"translate takes a list of sentences, not one string: "
                f"{sentences!r}"
            )
        given = [*sentences]
        encoded = [self._encode(i, s) for i, s in enumerate(given)]
        read = {
            i: tokens for i, tokens in enumerate(encoded) if tokens != [STOP]
        }
        written = [[STOP]] * len(encoded)
        for chosen in _groups(
            {i: len(tokens) for i, tokens in read.items()}, beam
        ):
            source = batches.pad([read[i] for i in chosen]).to(
                _device(self.model)
            )
            for i, tokens in zip(
                chosen, self._search(source, beam, penalty), strict=True
            ):
                written[i] = tokens
        for i, tokens in read.items():
            told = tokens[:-1], written[i], LIMIT, warn, given[i]
            warn_about(self.tokenizer, i, *told)
        return [self.tokenizer.decode(tokens) for tokens in written]

    def _encode(self, i: int, sentence: Any) -> list[int]:
        return self.tokenizer.encode(checked_text(sentence, f"sentence {i}"))

    def _search(
        self, source: Tensor, beam: int, penalty: float
    ) -> list[list[int]]:
        common = {"start": START, "stop": STOP, "limit": LIMIT}
        if beam == 1:
            return decode.greedy(self.model, source, **common)
        found = decode.beam(
            self.model, source, width=beam, penalty=penalty, **common
        )
        return [hypotheses[0].tokens for hypotheses in found]

    @torch.no_grad()
    def weights(self, pairs: Sequence[tuple[str, str]]) -> Tensor:
        """The weights "B T S" when the target of each (source, target) is fed
        in; what lies behind the STOP of a target means nothing.
        """
        read, write = (
            [self._encode(i, pair[side]) for i, pair in enumerate(pairs)]
            for side in (0, 1)
        )
        source = batches.pad(read).to(_device(self.model))
        fed = batches.pad([[START, *tokens[:-1]] for tokens in write])
        return self.model.weights(source, fed.to(source.device)).cpu()

    def align(
        self, source: str, target: str
    ) -> tuple[list[str], list[str], Tensor]:
        """Source pieces, target pieces (STOP at the end of both) and the
        weights "T S" when `target` is fed in.
        """
        read, write = (self._encode(0, text) for text in (source, target))
        return (
            self.tokenizer.pieces(read),
            self.tokenizer.pieces(write),
            self.weights([(source, target)])[0],
        )

    @torch.no_grad()
    def trace(self, sentence: str, beam: int = 1) -> dict[str, Any]:
        """One sentence: what was written and what was read for it.

        "text", its "tokens", the "source" and "target" pieces (STOP at the end
        of both, unless the limit cut the target), "weights" "T S", or None for
        a model without attention. Raises as `translate` does.
        """
        read = self._encode(0, sentence)
        source = torch.tensor([read], device=_device(self.model))
        (written,) = self._search(source, beam, 1.0)
        fed = torch.tensor([[START, *written[:-1]]], device=source.device)
        attentive = self.model.config.attention != "none"
        weights = (
            self.model.weights(source, fed)[0].cpu() if attentive else None
        )
        return {
            "text": self.tokenizer.decode(written),
            "tokens": written,
            "source": self.tokenizer.pieces(read),
            "target": self.tokenizer.pieces(written),
            "weights": weights,
        }


def _device(model: nn.Module) -> torch.device:
    return next(model.parameters()).device


def _groups(lengths: dict[int, int], beam: int) -> list[list[int]]:
    """Sentences of about one length together, at most ROWS of them and about
    TOKENS tokens with all hypotheses.
    """
    groups: list[list[int]] = []
    for i in sorted(lengths, key=lambda i: lengths[i]):
        if (
            not groups
            or len(groups[-1]) == ROWS
            or (len(groups[-1]) + 1) * lengths[i] * beam > TOKENS
        ):
            groups.append([])
        groups[-1].append(i)
    return groups
