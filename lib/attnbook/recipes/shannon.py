"""A word of a caption is hidden: what a model that sees the words before it
thinks, and one that sees both sides.
"""

import math
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import torch

from attnbook import pretrained
from attnbook.data import noise
from attnbook.data.tokenizer import START, Tokenizer
from attnbook.metrics import tokens
from attnbook.models import language_model
from attnbook.models.language_model import LanguageModel
from attnbook.pretrained import Completer
from attnbook.recipes.language import CAPTIONS, Captions, english, parts
from attnbook.recipes.trial import Rows
from attnbook.recipes.workspace import Workspace
from attnbook.results import Result
from attnbook.train import sequences


class Round(NamedTuple):
    """One caption with a word hidden, and how probable each model finds every
    token there.
    """

    words: list[str]  # and other tokens, as they are read
    place: int
    token: int
    left: torch.Tensor  # "N"
    both: torch.Tensor


@dataclass(frozen=True)
class Masked:
    """A masked model of the captions, with the tokens and the training of the
    causal one; then both guess hidden words of the test part.

    Of each caption with 8 to 14 words one word is hidden, drawn among those
    that are one token. The game shows the first `rounds` of them; a word stands
    there beside those that either model finds most probable.
    """

    name: str = "masked-captions"
    base: Captions = CAPTIONS
    rounds: int = 24
    candidates: int = 6

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train it, measure it, and play."""
        workspace.check_writable(self.name)
        causal = pretrained.load(self.base.name)
        model, history = self.trained(causal, workspace, progress)
        test = english(self.base.pair, "test")
        chosen = [text for text in test if 8 <= len(text.split()) <= 14]
        drawn = torch.Generator().manual_seed(self.base.seed)
        played = [
            one
            for text in chosen
            if (one := hidden_word(text, causal, model, drawn))
        ]
        loss, open_loss = pseudo_losses(model, causal.tokenizer, test)
        game = played[: self.rounds]
        return workspace.write(
            self,
            seconds=history[-1]["seconds"],
            values={
                "pseudo_perplexity": (tokens.perplexity(loss), "tokens"),
                "unmasked_perplexity": (tokens.perplexity(open_loss), "tokens"),
                "parameters": (
                    sum(p.numel() for p in model.parameters()),
                    "numbers",
                ),
            },
            tables={"epochs": history, "bits": [bits(one) for one in played]},
            samples={"game": [self.card(one, causal) for one in game]},
        )

    def trained(
        self, causal: Completer, workspace: Workspace, progress: bool
    ) -> tuple[LanguageModel, Rows]:
        """The masked model, with one more token, for what is hidden."""
        hidden = len(causal.tokenizer)
        config = replace(self.base.model, vocabulary=hidden + 1, causal=False)
        generator = torch.Generator().manual_seed(self.base.seed)
        model = language_model.build(config, generator)
        training, validation, _ = parts(self.base.pair)
        history = sequences.fit(
            model,
            *(
                sequences.encode(causal.tokenizer, [(x, x) for x in texts])
                for texts in (training, validation)
            ),
            self.base.settings,
            workspace.checkpoints(self.name, "run"),
            batch_tokens=self.base.batch_tokens,
            noise=lambda batch, drawn: noise.masked(batch, hidden, drawn),
            loss=sequences.hidden_loss,
            seed=self.base.seed,
            fingerprint={"recipe": asdict(self)},
            progress=progress,
        )
        return model, history

    def card(self, one: Round, causal: Completer) -> dict[str, Any]:
        """A round as the figure has it: words to choose among, and what each
        model gives them, of which the sum is 1.
        """
        known = causal.tokenizer
        ranked = torch.stack([one.left, one.both]).argsort(1, descending=True)
        alike = [
            token
            for token in ranked[:, :100].T.flatten().tolist()
            if known.pieces([token])[0].isalpha()
        ]
        offered = list(dict.fromkeys([one.token, *alike]))[: self.candidates]
        offered.sort(key=lambda token: known.pieces([token])[0])
        shares = [
            (p[offered] / p[offered].sum()).double().round(decimals=4).tolist()
            for p in (one.left, one.both)
        ]
        return {
            "words": one.words,
            "place": one.place,
            "offered": known.pieces(offered),
            "left": shares[0],
            "both": shares[1],
        }


MASKED = Masked()


def bits(one: Round) -> dict[str, Any]:
    """What the hidden word costs each model."""
    cost = {
        name: -math.log2(float(p[one.token]))
        for name, p in (("left", one.left), ("both", one.both))
    }
    return {"word": one.words[one.place], **cost}


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
    """The places of the words that are one token each."""
    spans = tokenizer.spans(text)
    ends = {begin for begin, _ in spans if not text[begin].isalnum()}
    ends.add(len(text))
    return [
        i
        for i, (begin, end) in enumerate(spans)
        if text[begin:end].strip().isalpha()
        and (begin == 0 or text[begin].isspace())
        and end in ends
    ]


@torch.no_grad()
def pseudo_losses(
    model: LanguageModel, tokenizer: Tokenizer, texts: list[str]
) -> tuple[float, float]:
    """The mean of -log p(token) over the tokens of the texts, each hidden in
    its turn; and the same with nothing hidden, which is a mistake.

    Source: Salazar et al. 2020, equation 1.
    """
    hidden, losses, mistakes = len(tokenizer), [], []
    for text in texts:
        known = torch.tensor(tokenizer.encode(text))
        rows = known.repeat(len(known), 1)
        rows.fill_diagonal_(hidden)
        each = torch.arange(len(known))
        given = model(rows)[each, each].log_softmax(-1)
        seen = model(known[None])[0].log_softmax(-1)
        losses.append(-given[each, known].double())
        mistakes.append(-seen[each, known].double())
    return float(torch.cat(losses).mean()), float(torch.cat(mistakes).mean())
