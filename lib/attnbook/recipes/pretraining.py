"""What pretraining is worth: translators that begin with what a denoiser of
single texts has learned, and from scratch, over the number of pairs.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import torch

from attnbook import lora, pretrained
from attnbook.data import noise, tokenizer, translation
from attnbook.data.batches import Pair
from attnbook.metrics.bleu import bleu
from attnbook.models import transformer
from attnbook.models.transformer import Transformer
from attnbook.recipes import translation_metrics
from attnbook.recipes.language import normalised
from attnbook.recipes.trial import Rows
from attnbook.recipes.workspace import Workspace
from attnbook.results import Result
from attnbook.train import sequences
from attnbook.train.settings import Averaged, Settings

PARTS = ("embedding", "encoder", "decoder")
CONVERGED, EQUAL, SHORT = "converged", "equal total time", "cut short"


@dataclass(frozen=True)
class Way:
    """How a translator begins, and what of it learns."""

    text: str = "none"  # it was pretrained on: none, whole or shuffled texts
    taken: tuple[str, ...] = PARTS  # from the pretrained model
    frozen: tuple[str, ...] = ()
    rank: int = 0  # of LoRA; 0: all weights learn
    rate: float = 1.0  # times that of the settings
    dropout: float | None = None  # another than the model's


WAYS = {
    "scratch": Way(),
    "pretrained": Way("whole"),
    "shuffled words": Way("shuffled"),
    "scratch, more dropout": Way(dropout=0.5),
    "embeddings alone": Way("whole", ("embedding",)),
    "encoder": Way("whole", ("embedding", "encoder")),
    "decoder": Way("whole", ("embedding", "decoder")),
    "encoder frozen": Way("whole", frozen=("encoder",)),
    "decoder frozen": Way("whole", frozen=("decoder",)),
    "LoRA": Way("whole", rank=8, rate=5.0),
}


class Texts(NamedTuple):
    """What is pretrained on, in either language, and the pairs, of which no
    side is among those texts.
    """

    english: list[str]
    french: list[str]
    pairs: list[tuple[str, str]]


class Case(NamedTuple):
    """One translator to train."""

    way: str
    pairs: int
    seed: int


@dataclass(frozen=True)
class Pretraining:
    """One denoiser for each seed and kind of text, then translators fine-tuned
    on few pairs: until the validation loss falls no more, and as far as an
    equal total time, that of the pretraining included, allows.
    """

    name: str = "pretraining"
    pair: str = "en-fr"
    vocabulary: int = 4000
    model: transformer.Config = transformer.Config(
        1, 128, 4, 384, encoder_layers=3, decoder_layers=3, dropout=0.3
    )
    thirds: tuple[int, int] = (10_500, 9_250)  # pairs, English; French the rest
    pretrain: Settings = Settings(
        epochs=6, rate=3e-3, warmup=200, schedule="linear", patience=6
    )
    tune: Settings = Averaged(
        epochs=80,
        rate=1e-3,
        warmup=100,
        schedule="constant",
        patience=5,
        average=0.99,
    )
    each: int = 3000  # pairs read in an epoch, at least
    most: int = 180_000  # pairs read in a run
    batch_tokens: int = 1600
    smoothing: float = 0.1
    alpha: float = 16.0  # LoRA's scale is alpha / rank
    # pairs and seeds of scratch, pretrained and shuffled words
    budgets: tuple[tuple[int, int], ...] = (
        (100, 3),
        (300, 1),
        (1000, 3),
        (3000, 1),
        (10_000, 3),
    )
    parts: tuple[int, int] = (1000, 3)  # pairs and seeds of the other ways
    total: float = 420.0  # seconds, of pretraining and fine-tuning together
    short: tuple[int, float] = (1000, 40.0)  # pairs, seconds of fine-tuning
    shown: int = 50  # test sentences stored, of the first seed

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train what there is to train; the result is written anew after each
        translator.
        """
        workspace.check_writable(self.name)
        rows: Rows = []
        epochs: Rows = []
        samples: Rows = []
        trainer = Trainer(self, workspace, progress)
        for case in self.cases():
            for limit in (CONVERGED, EQUAL, SHORT):
                row, history, said = trainer.limited(case, limit)
                if not row:
                    continue
                rows.append(row)
                if limit == CONVERGED:
                    epochs += [case._asdict() | step for step in history]
                if case.seed == 1:
                    same = {key: row[key] for key in ("way", "pairs", "until")}
                    samples.append(same | {"texts": said[: self.shown]})
            tables = {"pretraining": trainer.denoisers, "scores": rows}
            workspace.write(
                self,
                seconds=trainer.seconds,
                values=trainer.values(),
                tables=tables | {"epochs": epochs},
                samples={"hypotheses": samples},
            )
        return workspace.stored(self.name)

    def cases(self) -> Iterator[Case]:
        """All translators, those that the curves need first."""
        main = ("scratch", "pretrained", "shuffled words")
        for pairs, seeds in self.budgets:
            for seed in range(1, seeds + 1):
                yield from (Case(way, pairs, seed) for way in main)
        pairs, seeds = self.parts
        for way in WAYS:
            if way not in main:
                yield from (Case(way, pairs, s) for s in range(1, seeds + 1))

    def texts(self) -> Texts:
        """The three thirds. A text that stands among the pairs, or in the
        validation or test part, is not pretrained on, nor is a French text
        whose English one is; pairs of the other parts are left out.
        """
        every = translation.load("multi30k", self.pair, "train")
        order = torch.Generator().manual_seed(0)
        drawn = torch.randperm(len(every), generator=order).tolist()
        mixed = [every[i] for i in drawn]
        other = [
            pair
            for part in ("val", "test")
            for pair in translation.load("multi30k", self.pair, part)
        ]
        first, second = self.thirds
        pairs = without(mixed[:first], other)
        english = without(mixed[first : first + second], pairs + other)
        french = without(mixed[first + second :], pairs + other + english)
        return Texts([e for e, _ in english], [f for _, f in french], pairs)


def without(
    pairs: list[tuple[str, str]], others: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The pairs of which neither side stands in the others, however it is
    written.
    """
    known = {normalised(text) for other in others for text in other}
    return [pair for pair in pairs if not known & {normalised(x) for x in pair}]


class Trainer:
    """Trains what a `Pretraining` needs, each denoiser once."""

    def __init__(
        self, recipe: Pretraining, workspace: Workspace, progress: bool
    ):
        self.recipe, self.workspace, self.progress = recipe, workspace, progress
        self.texts = recipe.texts()
        mono = [*self.texts.english, *self.texts.french]
        self.words = tokenizer.train(mono, recipe.vocabulary)
        self.held_out, self.test = (
            translation.load("multi30k", recipe.pair, part)
            for part in ("val", "test")
        )
        self.denoisers: Rows = []
        self.states: dict[tuple[str, int], dict[str, torch.Tensor]] = {}
        self.seconds = 0.0

    def values(self) -> dict[str, tuple[Any, str]]:
        """How much there is of what."""
        model = self.build(None, 1)
        return {
            "english": (len(self.texts.english), "texts"),
            "french": (len(self.texts.french), "texts"),
            "pairs": (len(self.texts.pairs), "pairs"),
            "parameters": (
                sum(p.numel() for p in model.parameters()),
                "numbers",
            ),
        }

    def build(self, dropout: float | None, seed: int) -> Transformer:
        """A fresh model, with one more token, for what is hidden."""
        config = replace(self.recipe.model, vocabulary=len(self.words) + 1)
        if dropout is not None:
            config = replace(config, dropout=dropout)
        generator = torch.Generator().manual_seed(seed)
        return transformer.build(config, generator)

    def denoiser(self, text: str, seed: int) -> dict[str, torch.Tensor]:
        """The weights of one that was pretrained on whole texts, or on texts
        whose words are shuffled.
        """
        if (text, seed) in self.states:
            return self.states[text, seed]
        held_out = [side for pair in self.held_out for side in pair]
        training, validation = (
            self.single(texts, text == "shuffled", seed)
            for texts in ([*self.texts.english, *self.texts.french], held_out)
        )
        model = self.build(None, seed)
        hidden = len(self.words)
        history = self.fit(
            model,
            training,
            validation,
            self.recipe.pretrain,
            ("denoiser", text, str(seed)),
            noise=lambda batch, g: noise.infilled(batch, hidden, g),
            seed=seed,
        )
        same = {"text": text, "seed": seed}
        self.denoisers += [same | row for row in history]
        self.states[text, seed] = model.state_dict()
        return self.states[text, seed]

    def single(self, texts: list[str], shuffled: bool, seed: int) -> list[Pair]:
        """Texts as their own targets, in order or with the words of each
        shuffled.
        """
        if shuffled:
            generator = torch.Generator().manual_seed(seed)
            texts = [shuffle(text, generator) for text in texts]
        return sequences.encode(self.words, [(text, text) for text in texts])

    def begun(self, way: Way, seed: int) -> Transformer:
        """A translator before it sees a pair."""
        model = self.build(way.dropout, seed)
        if way.text != "none":
            taken = {
                name: weight
                for name, weight in self.denoiser(way.text, seed).items()
                if name.startswith(way.taken)
                or (name == "bias" and "embedding" in way.taken)
            }
            model.load_state_dict(taken, strict=False)
        if way.rank:
            lora.adapt(model, way.rank, self.recipe.alpha)
        for name, parameter in model.named_parameters():
            if name.startswith(way.frozen or ("-",)):
                parameter.requires_grad_(False)
        return model

    def limited(
        self, case: Case, limit: str
    ) -> tuple[dict[str, Any], Rows, list[str]]:
        """A row of scores, the history, and the translated test sentences;
        nothing where there is no such limit.
        """
        recipe = self.recipe
        _, whole = self.tuned(case)
        before = self.before(case)
        allowed = {
            CONVERGED: float("inf"),
            EQUAL: recipe.total - before,
            SHORT: recipe.short[1],
        }[limit]
        if limit == SHORT and (
            case.pairs != recipe.short[0]
            or case.way not in ("scratch", "pretrained")
        ):
            return {}, [], []
        epochs = sum(row["seconds"] <= allowed for row in whole)
        if not epochs:
            return {}, [], []
        model, history = self.tuned(case, epochs)
        translator = pretrained.Translator(model, self.words)
        sources, references = zip(*self.test, strict=True)
        said = translator.translate(sources)
        losses = [row["validation"] for row in history]
        best = losses.index(min(losses))
        seconds = history[-1]["seconds"]
        row = case._asdict() | {
            "until": limit,
            "epochs": len(history),
            "seconds": seconds,
            "with_pretraining": seconds + before,
            "cut": len(losses) - 1 - best < recipe.tune.patience,
            "validation_loss": losses[best],
            "validation_bleu": translation_metrics.validation_bleu(
                translator, recipe.pair
            ),
            "bleu": bleu(said, references)[0],
            "learn": sum(
                p.numel() for p in model.parameters() if p.requires_grad
            ),
        }
        return row, history, said

    def before(self, case: Case) -> float:
        """The seconds of the pretraining that it begins with."""
        text = WAYS[case.way].text
        return max(
            (
                row["seconds"]
                for row in self.denoisers
                if (row["text"], row["seed"]) == (text, case.seed)
            ),
            default=0.0,
        )

    def tuned(
        self, case: Case, epochs: int | None = None
    ) -> tuple[Transformer, Rows]:
        """A translator trained on the first pairs of an order that its seed
        says, for at most so many epochs.
        """
        recipe, way = self.recipe, WAYS[case.way]
        order = torch.Generator().manual_seed(case.seed)
        drawn = torch.randperm(len(self.texts.pairs), generator=order)
        pairs = [self.texts.pairs[i] for i in drawn[: case.pairs].tolist()]
        repeats = max(1, round(recipe.each / case.pairs))
        most = min(recipe.tune.epochs, recipe.most // (repeats * case.pairs))
        settings = replace(
            recipe.tune,
            rate=recipe.tune.rate * way.rate,
            epochs=min(most, epochs or most),
        )
        model = self.begun(way, case.seed)
        history = self.fit(
            model,
            sequences.encode(self.words, pairs) * repeats,
            sequences.encode(self.words, self.held_out),
            settings,
            (case.way, str(case.pairs), str(case.seed), str(settings.epochs)),
            smoothing=recipe.smoothing,
            seed=case.seed,
        )
        return model, history

    def fit(
        self,
        model: Transformer,
        training: list[Pair],
        validation: list[Pair],
        settings: Settings,
        run: tuple[str, ...],
        **how: Any,
    ) -> Rows:
        """Train it with checkpoints of its own."""
        history = sequences.fit(
            model,
            training,
            validation,
            settings,
            self.workspace.checkpoints(self.recipe.name, "-".join(run)),
            batch_tokens=self.recipe.batch_tokens,
            loss=sequences.real_loss,
            fingerprint={"recipe": asdict(self.recipe), "run": run},
            progress=self.progress,
            **how,
        )
        self.seconds += history[-1]["seconds"]
        return history


def shuffle(text: str, generator: torch.Generator) -> str:
    """The words of a text in another order."""
    words = text.split()
    order = torch.randperm(len(words), generator=generator).tolist()
    return " ".join(words[i] for i in order)


PRETRAINING = Pretraining()
