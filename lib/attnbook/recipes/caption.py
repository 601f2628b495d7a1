"""Captions of `scenes`: with attention and without it, with a convolutional
network that is frozen and with one that learns, blind, and with a penalty.
"""

from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn

from attnbook import files, pretrained
from attnbook.data import scenes, tokenizer
from attnbook.models import captioner, convnet
from attnbook.pretrained import Captioner
from attnbook.recipes import describing
from attnbook.recipes.place import Place
from attnbook.results import Result
from attnbook.train import captions, loop

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Variant:
    """One kind of captioner: what it can read, and what is trained of it."""

    name: str
    attention: str = "additive"
    hidden: int = 128  # units between the grid and h_0
    vector: int = 96  # numbers in c without attention
    positions: bool = True
    joint: bool = True  # train the convolutional network with the rest
    sees: bool = True  # False: every image is white
    penalty: float = 0.0  # of places read too little or too much


@dataclass(frozen=True)
class Training:
    """Sizes of everything, and how it is trained."""

    model: captioner.Config = captioner.Config(113, channels=(24, 48, 64, 96))
    scenes: int = 20_000
    singles: int = 20_000  # scenes of one thing, for the convolutional network
    checked: int = 500  # validation scenes
    batch_tokens: int = 800
    batch_singles: int = 64
    look: loop.Settings = loop.Settings(epochs=6, rate=3e-3, warmup=200)
    settings: loop.Settings = loop.Settings(epochs=12, rate=2e-3, warmup=400)


@dataclass(frozen=True)
class Caption:
    """Every variant with every seed; the learning rate is chosen on validation
    scenes for each of the first two, and taken by those like them.
    """

    name: str = "caption-scenes"
    training: Training = Training()
    variants: tuple[Variant, ...] = (
        Variant("attention"),
        Variant("none", attention="none"),
        Variant("none-wide", attention="none", hidden=512, vector=512),
        Variant("attention-frozen", joint=False),
        Variant("none-frozen", attention="none", joint=False),
        Variant("blind", attention="none", sees=False, joint=False),
        Variant("attention-stochastic", penalty=1.0),
        Variant("attention-no-places", positions=False),
    )
    rates: tuple[float, ...] = (2e-3, 1e-3)
    seeds: tuple[int, ...] = (1, 2, 3)
    tested: int = 1000  # scenes of each split
    resamples: int = 1000

    def run(self, place: Place, *, progress: bool = True) -> Result:
        """Train every variant, write the weights of the first two, then
        measure on scenes that no training and no choice has seen.
        """
        place.probe(self.name)
        sides = self.variants[0].name, self.variants[1].name
        search, rates = self._search(place, progress)
        epochs: Rows = []
        measured: dict[tuple[str, int], describing.Measured] = {}
        shipped: dict[str, Captioner] = {}
        for variant, seed in product(self.variants, self.seeds):
            rate = rates[variant.attention]
            said, history = fit(
                self, variant, rate, seed, place, progress=progress
            )
            same = {"variant": variant.name, "seed": seed}
            epochs += [same | row for row in history]
            measured[variant.name, seed] = describing.measure(
                said, self.tested, sees=variant.sees
            )
            if seed == self.seeds[0] and variant.name in sides:
                shipped[variant.name] = said
                path = place.weights(f"{self.name}-{variant.name}")
                pretrained.write(path, said.model, said.tokenizer)
        looks = [
            {"seed": seed} | row
            for seed in self.seeds
            for row in look(self, seed, place, progress=progress)[1]
        ]
        tables = describing.tables(measured, self.tested, self.resamples, sides)
        tables["pointing"] += self._untrained(place)
        tables |= {"search": search, "epochs": epochs, "look": looks}
        return place.write(
            self,
            seconds=_seconds(epochs, "variant", "seed")
            + _seconds(looks, "seed"),
            tables=tables,
            samples={"cases": describing.cases(shipped, sides, self.tested)},
        )

    def _search(
        self, place: Place, progress: bool
    ) -> tuple[Rows, dict[str, float]]:
        """Slots right on validation scenes for each rate; the best rate of
        each kind of attention.
        """
        found = scenes.split("val", self.training.checked)
        rows: Rows = []
        for variant, rate in product(self.variants[:2], self.rates):
            said, _ = fit(
                self, variant, rate, self.seeds[0], place, progress=progress
            )
            texts = said.caption(list(scenes.paint(found)))
            row = {"variant": variant.name, "rate": rate}
            row |= {"seed": self.seeds[0]}
            rows.append(row | describing.score(texts, found))
        best = {}
        for variant in self.variants[:2]:
            own = [row for row in rows if row["variant"] == variant.name]
            chosen = max(own, key=lambda row: row["slots"])
            best[variant.attention] = chosen["rate"]
        return rows, best

    def _untrained(self, place: Place) -> Rows:
        """Pointing of a model that nobody has trained to describe."""
        seed = self.seeds[0]
        fresh = Captioner(*start(self, self.variants[0], seed, place))
        return [
            {"variant": "untrained", "seed": seed, "split": split} | row
            for split in describing.SPLITS
            for row in describing.pointing(
                fresh, scenes.split(split, self.tested)
            )
        ]


def _seconds(rows: Rows, *keys: str) -> float:
    """The time of all runs; each row of a run has what it took so far."""
    runs = {tuple(row[key] for key in keys): row["seconds"] for row in rows}
    return sum(runs.values())


CAPTION = Caption()


def fit(
    recipe: Caption,
    variant: Variant,
    rate: float,
    seed: int,
    place: Place,
    *,
    progress: bool = True,
) -> tuple[Captioner, Rows]:
    """Train one captioner, or go on with it: ready to use, with weights as
    they are stored, and the history of its epochs.
    """
    training = recipe.training
    model, words = start(recipe, variant, seed, place, progress=progress)
    history = captions.fit(
        model,
        words,
        painted("train", training.scenes),
        painted("val", training.checked),
        replace(training.settings, rate=rate),
        place.checkpoints(recipe.name, f"{variant.name}-{rate:g}-{seed}"),
        batch_tokens=training.batch_tokens,
        penalty=variant.penalty,
        blind=not variant.sees,
        seed=seed,
        identity={"training": asdict(training), "variant": asdict(variant)},
        progress=progress,
    )
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.half())
    return Captioner(model, words), history


def start(
    recipe: Caption,
    variant: Variant,
    seed: int,
    place: Place,
    *,
    progress: bool = True,
) -> tuple[captioner.Captioner, tokenizer.Tokenizer]:
    """A captioner before training, its convolutional network the one of
    `look`, and its words.
    """
    training = recipe.training
    words = vocabulary(training)
    network, _ = look(recipe, seed, place, progress=progress)
    config = replace(
        training.model,
        vocabulary=len(words),
        attention=variant.attention,
        hidden=variant.hidden,
        vector=variant.vector,
        positions=variant.positions,
    )
    model = captioner.build(config, torch.Generator().manual_seed(seed))
    model.convnet.load_state_dict(network.state_dict())
    model.convnet.requires_grad_(variant.joint)
    return model.eval(), words


def look(
    recipe: Caption, seed: int, place: Place, *, progress: bool = True
) -> tuple[convnet.ConvNet, Rows]:
    """Train a convolutional network to name the colour and the kind of a
    single thing: the network and the history of its epochs.
    """
    training = recipe.training
    network = convnet.ConvNet(training.model.channels)
    model = convnet.Classifier(
        network, (len(scenes.COLOURS), len(scenes.KINDS))
    )
    convnet.initialise(model, torch.Generator().manual_seed(seed))
    known, unknown = (
        singles("train", training.singles),
        singles("val", training.checked),
    )

    def chosen(generator: torch.Generator) -> list[Tensor]:
        order = torch.randperm(training.singles, generator=generator)
        return list(order.split(training.batch_singles))

    history = loop.fit(
        model,
        chosen,
        named(*known),
        [torch.arange(training.checked)],
        training.look,
        place.checkpoints(recipe.name, f"look-{seed}"),
        seed=seed,
        identity={
            "training": asdict(training),
            "data": files.sha256(repr([known[1].tolist()]).encode()),
        },
        validation_loss=named(*unknown),
        progress=progress,
    )
    return network.eval(), history


def named(seen: Tensor, labels: Tensor) -> loop.Loss:
    """The loss of a classifier: colour and kind of single things; a batch is
    their numbers.
    """

    def loss(model: nn.Module, batch: Tensor) -> tuple[Tensor, int]:
        answers = labels.to(batch.device)[batch]
        logits = model(seen.to(batch.device)[batch].float() / 255)
        parts = [
            nn.functional.cross_entropy(part, answer, reduction="sum")
            for part, answer in zip(logits, answers.T, strict=True)
        ]
        return torch.stack(parts).sum(), len(batch)

    return loss


@cache
def vocabulary(training: Training) -> tokenizer.Tokenizer:
    """The words of the training captions, a token each."""
    found = scenes.split("train", training.scenes)
    return tokenizer.train([scene.caption for scene in found], 1000)


@cache
def painted(split: str, count: int) -> captions.Captions:
    """The images and the captions of a split."""
    found = scenes.split(split, count)
    return scenes.paint(found), [scene.caption for scene in found]


@cache
def singles(split: str, count: int) -> tuple[Tensor, Tensor]:
    """Scenes of one thing: the images, and "count 2" numbers of its colour and
    its kind.
    """
    generator = torch.Generator().manual_seed(10 + len(split))
    found = [scenes.scene(generator, split, 1) for _ in range(count)]
    colours, kinds = list(scenes.COLOURS), list(scenes.KINDS)
    labels = [
        (colours.index(thing.colour), kinds.index(thing.kind))
        for (thing,) in (scene.things for scene in found)
    ]
    return scenes.paint(found), torch.tensor(labels)
