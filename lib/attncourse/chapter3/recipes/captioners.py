"""Captioners of `scenes`: their kinds, and how each is trained."""

from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

import torch
from torch import Tensor, nn

from attnbook import files, pretrained
from attnbook.data import tokenizer
from attnbook.models import captioner, convnet
from attnbook.pretrained import Captioner
from attnbook.train import captions, loop
from attnbook.train.settings import Settings
from attncourse.chapter3 import scenes
from attncourse.experiments.workspace import Workspace

Rows = list[dict[str, Any]]
NAME = "caption-scenes"


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
    pooled: bool = False  # read mean and maximum over the grid, not all of it
    network: str = ""  # the trained model whose convolutional network it takes


@dataclass(frozen=True)
class Training:
    """Sizes of everything, and how it is trained."""

    model: captioner.Config = captioner.Config(113, channels=(24, 48, 64, 96))
    scenes: int = 20_000
    singles: int = 20_000  # scenes of one thing, for the convolutional network
    checked: int = 500  # validation scenes
    batch_tokens: int = 800
    batch_singles: int = 64
    look: Settings = Settings(epochs=6, rate=3e-3, warmup=200)
    settings: Settings = Settings(epochs=12, rate=2e-3, warmup=400)


def fit(
    training: Training,
    variant: Variant,
    rate: float,
    seed: int,
    workspace: Workspace,
    *,
    recipe: str = NAME,
    progress: bool = True,
) -> tuple[Captioner, Rows]:
    """Train one captioner, or go on with it: ready to use, with weights as
    they are stored, and the history of its epochs.
    """
    model, words = untrained(
        training, variant, seed, workspace, progress=progress
    )
    history = captions.fit(
        model,
        words,
        painted("train", training.scenes),
        painted("val", training.checked),
        replace(training.settings, rate=rate),
        workspace.checkpoints(recipe, f"{variant.name}-{rate:g}-{seed}"),
        batch_tokens=training.batch_tokens,
        blind=not variant.sees,
        seed=seed,
        fingerprint={"training": asdict(training), "variant": asdict(variant)},
        progress=progress,
    )
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.half())
    return Captioner(model, words), history


def untrained(
    training: Training,
    variant: Variant,
    seed: int,
    workspace: Workspace,
    *,
    progress: bool = True,
) -> tuple[captioner.Captioner, tokenizer.Tokenizer]:
    """A captioner before training, its convolutional network that of the model
    that its variant names, else the one of `pretrain_convnet`, and its words.
    """
    words = vocabulary(training)
    network = (
        pretrained.load(variant.network).model.convnet
        if variant.network
        else pretrain_convnet(training, seed, workspace, progress=progress)[0]
    )
    config = replace(
        training.model,
        vocabulary=len(words),
        attention=variant.attention,
        hidden=variant.hidden,
        vector=variant.vector,
        positions=variant.positions,
        pooled=variant.pooled,
    )
    model = captioner.build(config, torch.Generator().manual_seed(seed))
    model.convnet.load_state_dict(network.state_dict())
    model.convnet.requires_grad_(variant.joint)
    return model.eval(), words


def pretrain_convnet(
    training: Training,
    seed: int,
    workspace: Workspace,
    *,
    progress: bool = True,
) -> tuple[convnet.ConvNet, Rows]:
    """Train a convolutional network to name the colour and the kind of a
    single thing: the network and the history of its epochs.
    """
    network = convnet.ConvNet(training.model.channels)
    model = convnet.Classifier(
        network, (len(scenes.COLOURS), len(scenes.KINDS))
    )
    convnet.initialise(model, torch.Generator().manual_seed(seed))
    known = singles("train", training.singles)
    unknown = singles("val", training.checked)

    def chosen(generator: torch.Generator) -> list[Tensor]:
        order = torch.randperm(training.singles, generator=generator)
        return list(order.split(training.batch_singles))

    history = loop.fit(
        model,
        chosen,
        classifier_loss(*known),
        [torch.arange(training.checked)],
        training.look,
        workspace.checkpoints(NAME, f"look-{seed}"),
        seed=seed,
        fingerprint={
            "training": asdict(training),
            "data": files.sha256(repr([known[1].tolist()]).encode()),
        },
        validation_loss=classifier_loss(*unknown),
        progress=progress,
    )
    return network.eval(), history


def classifier_loss(seen: Tensor, labels: Tensor) -> loop.Loss:
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
    said = [(i, scene.caption) for i, scene in enumerate(found)]
    return scenes.paint(found), said


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


def seconds(rows: Rows, *keys: str) -> float:
    """The time of all runs; each row of a run has what it took so far."""
    runs = {tuple(row[key] for key in keys): row["seconds"] for row in rows}
    return sum(runs.values())
