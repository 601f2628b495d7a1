"""A word of a caption is hidden: what a model that sees the words before it
thinks, and one that sees both sides.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any

import torch

from attnbook import pretrained
from attnbook.data import noise
from attnbook.data.tokenizer import Tokenizer
from attnbook.metrics import tokens
from attnbook.models import language_model
from attnbook.models.language_model import LanguageModel
from attnbook.pretrained import Completer
from attnbook.train import sequences
from attnbook.train.settings import Plateau, Settings
from attncourse.chapter8 import costs
from attncourse.chapter8.recipes.language import (
    CAPTIONS,
    Captions,
    english,
    parts,
)
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Masked:
    """A masked model of the captions, with the tokens and the sizes of the
    causal one, trained until its validation loss has stopped falling. Then
    both guess hidden words of the test part.

    Of each caption with 8 to 14 words one word is hidden, drawn among those
    that `single` names. The game shows the first `rounds` of them, and offers
    `candidates` words: the true one, and others drawn among the `common` ones
    of the training captions. So neither model chooses what it is offered.
    """

    name: str = "masked-captions"
    base: Captions = CAPTIONS
    settings: Settings = Plateau(
        epochs=100, warmup=400, rate=3e-3, patience=3, least=3e-3
    )
    rounds: int = 24
    candidates: int = 6
    common: int = 300
    # captions stored with what each token costs, of so many tokens
    shown: int = 4
    tokens: tuple[int, int] = (8, 11)

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train it, measure it, and play."""
        workspace.check_writable(self.name)
        causal = pretrained.load(self.base.name)
        model, history = self.trained(causal, workspace, progress)
        path = pretrained.write(
            workspace.weights(self.name), model, causal.tokenizer
        )
        model = pretrained.read(path).model  # the stored file is measured
        test = english(self.base.pair, "test")
        chosen = [text for text in test if 8 <= len(text.split()) <= 14]
        drawn = torch.Generator().manual_seed(self.base.seed)
        played = [
            one
            for text in chosen
            if (one := costs.hidden_word(text, causal, model, drawn))
        ]
        loss, open_loss = costs.pseudo_losses(model, causal.tokenizer, test)
        known = causal.tokenizer
        common = costs.common_words(
            known, parts(self.base.pair)[0], self.common
        )
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
                "bytes": (path.stat().st_size, "bytes"),
            },
            tables={
                "epochs": history,
                "bits": [costs.bits(one) for one in played],
            },
            samples={"game": game, "seen": self.seen(causal, model, test)},
        )

    def seen(
        self, causal: Completer, model: LanguageModel, texts: list[str]
    ) -> list[dict[str, Any]]:
        """The first texts of the right length, each with what its tokens
        cost.
        """
        low, high = self.tokens
        known = causal.tokenizer
        chosen = [t for t in texts if low < len(known.encode(t)) <= high + 1]
        return [
            costs.recorded(causal, model, text) for text in chosen[: self.shown]
        ]

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
            self.settings,
            workspace.checkpoints(self.name, "run"),
            batch_tokens=self.base.batch_tokens,
            noise=lambda batch, drawn: noise.masked(
                batch, hidden, drawn, share=share(drawn)
            ),
            loss=sequences.hidden_loss,
            seed=self.base.seed,
            fingerprint={"recipe": asdict(self.base)},
            progress=progress,
        )
        return model, history

    def card(
        self,
        one: costs.Round,
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


def share(drawn: torch.Generator) -> float:
    """How much of the texts of a batch is hidden: in every second batch 15%, as
    BERT has it, else any share, so that the model can answer whatever it sees.
    """
    usual, any_share = torch.rand(2, generator=drawn).tolist()
    return 0.15 if usual < 0.5 else any_share
