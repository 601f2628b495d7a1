"""A word of a caption is hidden: what a model that sees the words before it
thinks, and one that sees both sides.
"""

import math
from collections import Counter
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
from attnbook.train import sequences
from attncourse.chapter8.recipes.language import (
    CAPTIONS,
    Captions,
    english,
    parts,
)
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace


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
    causal one, but three times as long: of each caption it learns at 15% of
    the tokens only. Then both guess hidden words of the test part.

    Of each caption with 8 to 14 words one word is hidden, drawn among those
    that `single` names. The game shows the first `rounds` of them, and offers
    `candidates` words: the true one, and others drawn among the `common` ones
    of the training captions. So neither model chooses what it is offered.
    """

    name: str = "masked-captions"
    base: Captions = CAPTIONS
    epochs: int = 48
    rounds: int = 24
    candidates: int = 6
    common: int = 300

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
        known = causal.tokenizer
        common = common_words(known, parts(self.base.pair)[0], self.common)
        game = [
            self.card(one, known, common, drawn)
            for one in played[: self.rounds]
        ]
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
            samples={"game": game},
        )

    def trained(
        self, causal: Completer, workspace: Workspace, progress: bool
    ) -> tuple[LanguageModel, Rows]:
        """The masked model, with one more token, for what is hidden."""
        hidden = len(causal.tokenizer)
        config = replace(self.base.model, vocabulary=hidden + 1, causal=False)
        generator = torch.Generator().manual_seed(self.base.seed)
        model = language_model.build(config, generator)
        training, validation, _ = (
            sequences.encode(causal.tokenizer, [(x, x) for x in texts])
            for texts in parts(self.base.pair)
        )
        history = sequences.fit(
            model,
            training,
            validation,
            replace(self.base.settings, epochs=self.epochs),
            workspace.checkpoints(self.name, "run"),
            batch_tokens=self.base.batch_tokens,
            noise=lambda batch, drawn: noise.masked(batch, hidden, drawn),
            loss=sequences.hidden_loss,
            seed=self.base.seed,
            fingerprint={"recipe": asdict(self.base), "epochs": self.epochs},
            progress=progress,
        )
        return model, history

    def card(
        self,
        one: Round,
        known: Tokenizer,
        common: list[int],
        drawn: torch.Generator,
    ) -> dict[str, Any]:
        """A round as the figure has it: words to choose among, and what each
        model gives them, of which the sum is 1.
        """
        order = torch.randperm(len(common), generator=drawn).tolist()
        wrong = [common[k] for k in order if common[k] != one.token]
        offered = [one.token, *wrong[: self.candidates - 1]]
        offered.sort(key=lambda token: known.pieces([token]))
        shares = [
            [
                float(f"{x:.4g}")
                for x in (p[offered] / p[offered].sum()).tolist()
            ]
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
