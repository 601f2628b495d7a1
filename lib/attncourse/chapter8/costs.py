"""What tokens of a text cost a causal and a masked model, in bits."""

import math
from collections import Counter
from typing import Any, NamedTuple

import torch

from attnbook.data.tokenizer import START, Tokenizer
from attnbook.models.language_model import LanguageModel
from attnbook.pretrained import Completer


class Round(NamedTuple):
    """One caption with a word hidden, and how probable each model finds every
    token there.
    """

    words: list[str]  # and other tokens, as they are read
    place: int
    token: int
    left: torch.Tensor  # "N"
    both: torch.Tensor


def bits(one: Round) -> dict[str, Any]:
    """What the hidden word costs each model."""
    cost = {
        name: -math.log2(float(p[one.token]))
        for name, p in (("left", one.left), ("both", one.both))
    }
    return {"word": one.words[one.place], **cost}


def recorded(
    causal: Completer, model: LanguageModel, text: str
) -> dict[str, Any]:
    """What each token of a text costs, in bits: from all earlier ones by the
    causal model ("left"), by the masked one from all others ("both"), and from
    all with "itself".
    """
    tokens = causal.tokenizer.encode(text)
    count = len(tokens) - 1
    everything = [True] * count
    others = [[s != t for s in range(count)] for t in range(count)]
    return {
        "sentence": text,
        "pieces": causal.tokenizer.pieces(tokens)[:-1],
        "left": left(causal, tokens),
        "both": [around(model, tokens, t, others[t]) for t in range(count)],
        "itself": [around(model, tokens, t, everything) for t in range(count)],
    }


@torch.no_grad()
def left(causal: Completer, tokens: list[int]) -> list[float]:
    """The bits of each token but the last from those before it."""
    given = causal.model(torch.tensor([[START, *tokens[:-1]]]))[0]
    costs = given.log_softmax(-1)[range(len(tokens)), tokens] / -math.log(2)
    return [round(x, 2) for x in costs[:-1].tolist()]


@torch.no_grad()
def around(
    model: LanguageModel, tokens: list[int], t: int, seen: list[bool]
) -> float:
    """The bits of token t for a masked model that reads those of `seen`, and
    the others, but for the last, as hidden.
    """
    hidden = model.config.vocabulary - 1
    read = [x if yes else hidden for x, yes in zip(tokens, seen, strict=False)]
    given = model(torch.tensor([[*read, tokens[-1]]]))[0, t].log_softmax(-1)
    return round(float(given[tokens[t]]) / -math.log(2), 2)


@torch.no_grad()
def hidden_word(
    text: str, causal: Completer, model: LanguageModel, drawn: torch.Generator
) -> Round | None:
    """A round with this text; None if no word of it is one token."""
    places = single(text, causal.tokenizer)
    if not places:
        return None
    pick = int(torch.randint(len(places), (), generator=drawn))
    place = places[pick]
    known = causal.tokenizer.encode(text)
    before = causal.model(torch.tensor([[START, *known[:place]]]))[0, -1]
    read = [*known[:place], len(causal.tokenizer), *known[place + 1 :]]
    around = model(torch.tensor([read]))[0, place]
    words = causal.tokenizer.pieces(known[:-1])
    both = around.softmax(-1)[: len(before)]  # without the hidden token
    return Round(words, place, known[place], before.softmax(-1), both)


def single(text: str, tokenizer: Tokenizer) -> list[int]:
    """The places of the words that are one token each and have three letters
    or more.
    """
    spans = tokenizer.spans(text)
    ends = {begin for begin, _ in spans if not text[begin].isalnum()}
    ends.add(len(text))
    return [
        i
        for i, (begin, end) in enumerate(spans)
        if text[begin:end].strip().isalpha()
        and len(text[begin:end].strip()) > 2
        and (begin == 0 or text[begin].isspace())
        and end in ends
    ]


def common_words(
    tokenizer: Tokenizer, texts: list[str], count: int
) -> list[int]:
    """The words that `single` names most often in the texts."""
    counts: Counter[int] = Counter()
    for text in texts:
        known = tokenizer.encode(text)
        counts.update(known[i] for i in single(text, tokenizer))
    return [token for token, _ in counts.most_common(count)]


@torch.no_grad()
def pseudo_losses(
    model: LanguageModel, tokenizer: Tokenizer, texts: list[str]
) -> tuple[float, float]:
    """The mean of -log p(token) over the tokens of the texts, each hidden in
    its turn; and the same with nothing hidden, which is a mistake. The stop
    token, which training never hides, is not asked.

    Source: Salazar et al. 2020, equation 1.
    """
    hidden, losses, mistakes = len(tokenizer), [], []
    for text in texts:
        known = torch.tensor(tokenizer.encode(text))
        rows = known.repeat(len(known), 1)
        rows.fill_diagonal_(hidden)
        asked = torch.arange(len(known) - 1)  # without the stop token
        given = model(rows)[asked, asked].log_softmax(-1)
        seen = model(known[None])[0].log_softmax(-1)
        losses.append(-given[asked, known[:-1]].double())
        mistakes.append(-seen[asked, known[:-1]].double())
    return float(torch.cat(losses).mean()), float(torch.cat(mistakes).mean())
