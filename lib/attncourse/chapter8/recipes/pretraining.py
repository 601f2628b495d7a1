"""What pretraining is worth: translators that begin with what a denoiser of
texts without translations has learned, and from scratch, over the number of
pairs.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import torch

from attnbook import lora, pretrained
from attnbook.data import translation
from attnbook.data.batches import Pair
from attnbook.metrics.bleu import bleu
from attnbook.models.transformer import Transformer
from attnbook.train import sequences
from attnbook.train.settings import Averaged, Settings
from attncourse.chapter8.recipes.denoising import DENOISERS, Denoisers
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Rows, numbers
from attncourse.experiments.workspace import Workspace

PARTS = ("embedding", "encoder", "decoder")


@dataclass(frozen=True)
class Way:
    """How a translator begins, and what of it learns."""

    text: str = ""  # what it was pretrained on; "" for from scratch
    taken: tuple[str, ...] = PARTS  # from the pretrained model
    rank: int = 0  # of LoRA; 0: all weights learn
    dropout: float | None = None  # another than the model's


WAYS = {
    "scratch": Way(),
    "pretrained": Way("whole"),
    "shuffled words": Way("shuffled"),
    "embeddings alone": Way("whole", ("embedding",)),
    "LoRA, rank 8": Way("whole", rank=8, dropout=0.0),
}

FOLLOWED = "scratch", "pretrained"
"""Whose score is measured after every epoch, and whose translations are
stored.
"""


@dataclass(frozen=True)
class Pretraining(Comparison):
    """Translators of `sides`, each a way and a number of pairs, fine-tuned
    until the validation loss has stopped falling.

    All begin with the same denoiser of a kind; a seed draws the pairs, their
    order and what is not taken over.
    """

    name: str = "pretraining"
    denoisers: Denoisers = DENOISERS
    sides: tuple[tuple[str, tuple[int, ...]], ...] = (
        ("scratch", (100, 300, 1000)),
        ("pretrained", (100, 300, 1000)),
        ("embeddings alone", (1000,)),
        ("shuffled words", (1000,)),
        ("LoRA, rank 8", (1000,)),
    )
    seeds: tuple[int, ...] = (1, 2, 3)
    rates: tuple[float, ...] = (1e-3, 2e-3)
    settings: Settings = Averaged(
        epochs=200, warmup=100, schedule="constant", patience=5, average=0.99
    )
    each: int = 2000  # pairs read in an epoch, at least
    batch_tokens: int = 1600
    smoothing: float = 0.1
    alpha: float = 16.0  # LoRA's scale is alpha / rank
    validated: int = 100  # sentences translated after each epoch
    few: int = 1000  # pairs, with which each epoch is followed
    shown: int = 50  # test sentences stored, of the first seed

    measures = ("scores",)

    def cases(self) -> Iterator[Case]:
        for way, counts in self.sides:
            for pairs in counts:
                yield {"way": way, "pairs": pairs}

    def fit(
        self,
        case: Case,
        seed: int,
        rate: float | None = None,
        workspace: Workspace | None = None,
    ) -> tuple[Transformer, Rows]:
        """One translator, after the denoiser that it begins with."""
        rate = self.settings.rate if rate is None else rate
        run = self.run_name(case, rate, seed)
        model = self.begun(WAYS[case["way"]], seed, workspace)
        held_out = translation.load("multi30k", self.denoisers.pair, "val")
        history = sequences.fit(
            model,
            self.pairs(case["pairs"], seed),
            sequences.encode(self.denoisers.words, held_out),
            replace(self.settings, rate=rate),
            workspace.checkpoints(self.name, run) if workspace else None,
            batch_tokens=self.batch_tokens,
            loss=sequences.real_loss,
            smoothing=self.smoothing,
            seed=seed,
            fingerprint={"recipe": self.trained, "run": run},
            measured=self.after(case, seed),
            progress=False,
        )
        rows = [row | {"bleu": row.get("bleu")} for row in history]
        return model, rows

    @property
    def trained(self) -> dict[str, Any]:
        """The fields on which a single run depends: not those that say which
        runs there are.
        """
        fields = asdict(self)
        for name in ("name", "sides", "seeds", "rates", "few", "shown"):
            del fields[name]
        return fields

    def begun(
        self, way: Way, seed: int, workspace: Workspace | None = None
    ) -> Transformer:
        """A translator before it sees a pair."""
        model = self.denoisers.fresh({}, seed, way.dropout)
        if way.text:
            (first, *_), (rate, *_) = self.denoisers.seeds, self.denoisers.rates
            denoiser, _ = self.denoisers.fit(
                {"text": way.text}, first, rate, workspace
            )
            taken = {
                name: weight
                for name, weight in denoiser.state_dict().items()
                if name.startswith(way.taken)
                or (name == "bias" and "embedding" in way.taken)
            }
            model.load_state_dict(taken, strict=False)
        if way.rank:
            generator = torch.Generator().manual_seed(seed)
            lora.adapt(model, way.rank, self.alpha, generator=generator)
        return model

    def pairs(self, count: int, seed: int) -> list[Pair]:
        """The first pairs of an order that the seed says, repeated until an
        epoch is long enough.
        """
        every = self.denoisers.texts.pairs
        order = torch.Generator().manual_seed(seed)
        drawn = torch.randperm(len(every), generator=order)[:count].tolist()
        repeats = max(1, round(self.each / count))
        chosen = [every[i] for i in drawn]
        return sequences.encode(self.denoisers.words, chosen) * repeats

    def after(
        self, case: Case, seed: int
    ) -> Callable[[Transformer], dict[str, float]] | None:
        """BLEU of the first validation sentences, where it is drawn."""
        if case["way"] not in FOLLOWED or case["pairs"] != self.few:
            return None
        held_out = translation.load("multi30k", self.denoisers.pair, "val")
        sources, references = zip(*held_out[: self.validated], strict=True)

        def score(model: Transformer) -> dict[str, float]:
            said = self.translator(model).translate(sources)
            return {"bleu": bleu(said, references)[0]}

        return score

    def translator(self, model: Transformer) -> pretrained.Translator:
        """Ready to use."""
        return pretrained.Translator(model.eval(), self.denoisers.words)

    def measure(
        self, model: Transformer, case: Case, seed: int
    ) -> dict[str, Rows]:
        """BLEU of the test sentences, greedy, and how many numbers learned."""
        test = translation.load("multi30k", self.denoisers.pair, "test")
        sources, references = zip(*test, strict=True)
        said = self.translator(model).translate(sources)
        learn = sum(p.numel() for p in model.parameters() if p.requires_grad)
        found = {"bleu": bleu(said, references)[0], "learn": learn}
        return {"scores": [case | {"seed": seed} | found]}

    def values(self) -> dict[str, tuple[Any, str]]:
        """How many numbers a translator has, and updates an epoch."""
        (count, *_), seed = self.sides[0][1], self.seeds[0]
        return {
            "parameters": (numbers(self.denoisers.fresh({}, seed)), "numbers"),
            "pairs": (len(self.pairs(count, seed)), "pairs in an epoch"),
        }

    def samples(self, models: list[tuple[Case, Any]]) -> dict[str, Any]:
        """What the models of the first seed write."""
        test = translation.load("multi30k", self.denoisers.pair, "test")
        shown = test[: self.shown]
        sources = [source for source, _ in shown]
        said = [
            case | {"texts": self.translator(model).translate(sources)}
            for case, model in models
            if case["way"] in FOLLOWED
        ]
        return {"test": shown, "hypotheses": said}


PRETRAINING = Pretraining()
