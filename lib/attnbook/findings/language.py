"""The language model of captions: what it expects, and what it writes."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor

from attnbook import decode, results
from attnbook.data.tokenizer import START, STOP, tidy
from attnbook.findings.finding import Finding
from attnbook.show.live.completion import LIMIT, LiveCompletion, distributions

CAPTIONS = "lm-captions"
FIRST = 1  # the recorded beginning that is shown first


def live(load: Callable[[str], Any] | None = None) -> Finding:
    """The shipped language model on the reader's own beginning, beside
    recorded captions.

    `load` is `pretrained.load`, with which a running notebook computes; pages
    of the site compute by themselves.
    """
    stored = results.load(CAPTIONS)
    models = [(CAPTIONS, "Language model", stored.value("bytes"))]
    examples = stored.samples["followed"]
    chance = torch.Generator()
    chance.seed()

    def complete(name: str, asked: dict[str, Any]) -> dict[str, Any]:
        assert load is not None
        return _completed(load(name), chance, **asked)

    shown = LiveCompletion(models, examples, load and complete, example=FIRST)
    caption = f"""A causal language model of
    {stored.value("parameters"):,} numbers, trained on
    {stored.value("train_captions"):,} captions, on your own beginning. Press a
    token to go on with it, or draw one from what temperature, top-k and top-p
    leave; press a token of the caption to see what the model expected there.
    The first {len(examples)} beginnings are recorded, each with the first
    caption that was drawn for it without a cut."""
    return Finding("language.live", shown, caption, (stored,))


def _completed(
    completer: Any,
    generator: torch.Generator,
    *,
    text: str = "",
    tokens: list[int] | None = None,
    write: int = 0,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
) -> dict[str, Any]:
    """`distributions` along a beginning or along tokens, with at most `write`
    more that are drawn after the cut. Temperature 0 leaves the likeliest.
    """
    if tokens is None:
        tokens = completer.tokenizer.encode(tidy(text))[:-1]
    known: list[int] = [START, *tokens]
    begun, room = len(tokens), min(write, LIMIT - len(tokens))
    choices: dict[str, Any] = {"top_k": top_k or None, "top_p": top_p}
    if room > 0 and known[-1] != STOP:
        common = {"start": known[-1], "stop": STOP, "limit": room}
        given = torch.tensor([known[:-1]], dtype=torch.long)
        if temperature == 0:
            (drawn,) = decode.greedy(completer.model, given, **common)
        else:
            (drawn,) = decode.sample(
                completer.model,
                given,
                generator=generator,
                temperature=temperature,
                **common,
                **choices,
            )
        known += drawn
    cut = partial(_cut, temperature=temperature, **choices)
    return distributions(completer, known[1:], cut) | {"begun": begun}


def _cut(scores: Tensor, temperature: float, **choices: Any) -> Tensor:
    """The scores after a temperature, -inf for what is cut."""
    if temperature == 0:
        best = scores.argmax(-1, keepdim=True)
        return torch.full_like(scores, float("-inf")).scatter_(-1, best, 0.0)
    return decode.truncated(scores / temperature, **choices)
