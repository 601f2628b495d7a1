"""Translators from few pairs, which begin with what a denoiser has learned, or
with nothing.
"""

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import torch

from attnbook import lora, pretrained
from attnbook.data import batches, noise, tokenizer, translation
from attnbook.data.batches import Pair
from attnbook.metrics.bleu import bleu
from attnbook.models import transformer
from attnbook.models.transformer import Transformer
from attnbook.train import sequences
from attnbook.train.settings import Settings
from attncourse.chapter1.recipes import translation_metrics
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

PARTS = ("embedding", "encoder", "decoder")
RATES = (1e-3, 2e-3)
CONVERGED, EQUAL, SHORT = "converged", "equal in all", "cut short"


@dataclass(frozen=True)
class Way:
    """How a translator begins, and what of it learns."""

    text: str = "none"  # it was pretrained on: none, whole or shuffled texts
    taken: tuple[str, ...] = PARTS  # from the pretrained model
    frozen: tuple[str, ...] = ()
    rank: int = 0  # of LoRA; 0: all weights learn
    # learning rates to choose from; none: that of "pretrained"
    rates: tuple[float, ...] = ()
    dropout: float | None = None  # another than the model's


WAYS = {
    "scratch": Way(rates=RATES),
    "pretrained": Way("whole", rates=RATES),
    "shuffled words": Way("shuffled", rates=RATES),
    "scratch, more dropout": Way(rates=RATES, dropout=0.5),
    "embeddings alone": Way("whole", ("embedding",)),
    "encoder frozen": Way("whole", frozen=("encoder",)),
    "decoder frozen": Way("whole", frozen=("decoder",)),
    "LoRA": Way("whole", rank=8, rates=(5e-3, 1e-2)),
}


class Case(NamedTuple):
    """One translator to train."""

    way: str
    pairs: int
    seed: int


class Trainer:
    """Trains what a recipe of `pretraining` needs, each denoiser once, and goes
    on from the tables of a result that had other budgets.
    """

    def __init__(self, recipe: Any, workspace: Workspace, progress: bool):
        self.recipe, self.workspace, self.progress = recipe, workspace, progress
        self.texts = recipe.texts()
        mono = [*self.texts.english, *self.texts.french]
        self.words = tokenizer.train(mono, recipe.vocabulary)
        self.held_out, self.test = (
            translation.load("multi30k", recipe.pair, part)
            for part in ("val", "test")
        )
        self.earlier = workspace.earlier(recipe, "budgets")
        names = ("pretraining", "search", "scores", "epochs")
        self.tables: dict[str, Rows] = {
            name: [*map(dict, self.earlier.tables[name])]
            if self.earlier
            else []
            for name in names
        }
        self.states: dict[tuple[str, int], dict[str, torch.Tensor]] = {}
        self.spent: dict[tuple[str, ...], float] = {}
        self.last: tuple[Case, tuple[Transformer, Rows, int]] | None = None

    @property
    def fingerprint(self) -> dict[str, Any]:
        """The fields of the recipe on which a single run depends: not those
        that say which runs there are, and for how long.
        """
        said = {"name", "budgets", "parts", "most", "after", "short", "shown"}
        fields = asdict(self.recipe)
        return {name: fields[name] for name in fields.keys() - said}

    @property
    def seconds(self) -> float:
        """Of all trainings, each counted once."""
        earlier = self.earlier.made["seconds"] if self.earlier else 0
        return earlier + sum(self.spent.values())

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
            self.monolingual(texts, text == "shuffled", seed)
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
        rows = self.tables["pretraining"]
        if not any(same.items() <= row.items() for row in rows):
            rows += [same | step for step in history]
        self.states[text, seed] = model.state_dict()
        return self.states[text, seed]

    def monolingual(
        self, texts: list[str], shuffled: bool = False, seed: int = 1
    ) -> list[Pair]:
        """Texts of one language as their own targets, in order or with the
        words of each shuffled.
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
            generator = torch.Generator().manual_seed(seed)
            alpha = self.recipe.alpha
            lora.adapt(model, way.rank, alpha, generator=generator)
        for name, parameter in model.named_parameters():
            if name.startswith(way.frozen or ("-",)):
                parameter.requires_grad_(False)
        return model

    def limited(
        self, case: Case, limit: str
    ) -> tuple[dict[str, Any], Rows, list[str]]:
        """A row of scores, the history, and the translated test sentences;
        nothing where the limit does not concern the case.
        """
        recipe, before = self.recipe, self.before(case)
        pairs, short = recipe.short
        plain = case.way in ("scratch", "pretrained")
        if limit != CONVERGED and not plain:
            return {}, [], []
        if limit == SHORT and case.pairs != pairs:
            return {}, [], []
        total = self.pretraining_updates + recipe.after
        most = {CONVERGED: None, EQUAL: total - before, SHORT: short}[limit]
        model, history, updates = self.whole(case)
        if most is not None and updates > most:
            model, history, updates = self.tuned(case, most)
        translator = pretrained.Translator(model, self.words)
        sources, references = zip(*self.test, strict=True)
        said = translator.translate(sources)
        losses = [row["validation"] for row in history]
        best = losses.index(min(losses))
        row = case._asdict() | {
            "until": limit,
            "epochs": len(history),
            "updates": updates,
            "before": before,
            "seconds": history[-1]["seconds"],
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

    @cached_property
    def pretraining_updates(self) -> int:
        """Of one denoiser."""
        epoch = self.monolingual([*self.texts.english, *self.texts.french])
        return self.recipe.pretrain.epochs * self.in_epoch(epoch)

    def rate(self, name: str) -> float:
        """The learning rate of a way: the best on validation sentences, for
        the first seed and a budget that the recipe says.
        """
        name = name if WAYS[name].rates else "pretrained"
        search = self.tables["search"]
        if not any(row["way"] == name for row in search):
            case = Case(name, self.recipe.parts[0], 1)
            for rate in WAYS[name].rates:
                history = self.tuned(case, rate=rate)[1]
                loss = min(row["validation"] for row in history)
                search.append(
                    case._asdict() | {"rate": rate, "validation_loss": loss}
                )
        tried = [row for row in search if row["way"] == name]
        return min(tried, key=lambda row: row["validation_loss"])["rate"]

    def whole(self, case: Case) -> tuple[Transformer, Rows, int]:
        """The translator that is trained as long as it gets better."""
        if self.last is None or self.last[0] != case:
            self.last = case, self.tuned(case)
        return self.last[1]

    def before(self, case: Case) -> int:
        """The updates of the pretraining that it begins with."""
        return 0 if WAYS[case.way].text == "none" else self.pretraining_updates

    def in_epoch(self, training: list[Pair]) -> int:
        """The updates of an epoch on these pairs."""
        return len(batches.by_length(training, self.recipe.batch_tokens))

    def tuned(
        self, case: Case, updates: int | None = None, rate: float = 0.0
    ) -> tuple[Transformer, Rows, int]:
        """A translator trained on the first pairs of an order that its seed
        says, for at most so many updates; its history; its updates. The rate is
        that of its way, unless another is given.
        """
        recipe, way = self.recipe, WAYS[case.way]
        order = torch.Generator().manual_seed(case.seed)
        drawn = torch.randperm(len(self.texts.pairs), generator=order)
        pairs = [self.texts.pairs[i] for i in drawn[: case.pairs].tolist()]
        repeats = max(1, round(recipe.each / case.pairs))
        training = sequences.encode(self.words, pairs) * repeats
        each = self.in_epoch(training)
        most = min(recipe.tune.epochs, recipe.most // each)
        if updates is not None:
            most = min(most, max(1, updates // each))
        settings = replace(
            recipe.tune, rate=rate or self.rate(case.way), epochs=most
        )
        model = self.begun(way, case.seed)
        history = self.fit(
            model,
            training,
            sequences.encode(self.words, self.held_out),
            settings,
            (*map(str, case), str(most), f"{settings.rate:g}"),
            smoothing=recipe.smoothing,
            seed=case.seed,
        )
        return model, history, each * len(history)

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
            fingerprint={"recipe": self.fingerprint, "run": run},
            progress=self.progress,
            **how,
        )
        self.spent[run] = history[-1]["seconds"]
        return history


def shuffle(text: str, generator: torch.Generator) -> str:
    """The words of a text in another order."""
    words = text.split()
    order = torch.randperm(len(words), generator=generator).tolist()
    return " ".join(words[i] for i in order)
