"""Captions of your own images: a folder of them, described by a captioner that
is trained from nothing.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch

from attnbook import files, pretrained
from attnbook.data import batches, captions, pixels, tokenizer
from attnbook.data.captions import Album
from attnbook.data.pixels import Pixels
from attnbook.metrics.bleu import bleu
from attnbook.models import captioner
from attnbook.train import captions as training
from attnbook.train import loop
from attnbook.train.settings import Settings
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Folder:
    """One captioner of a folder in Flickr8k's layout (`data.captions`): its
    images, its sizes, how it is trained.
    """

    name: str = "caption-folder"
    folder: str = ""  # of images; there is none by default
    captions: str = "captions.txt"  # in the folder or above it, or a whole path
    # the vocabulary is the largest that the tokenizer may learn
    model: captioner.Config = captioner.Config(
        3000, channels=(24, 48, 64, 96), dropout=0.3
    )
    validation: float = 0.1  # share of the images
    batch_tokens: int = 800
    settings: Settings = Settings(epochs=20, rate=1e-3, warmup=100)
    seed: int = 1
    shown: int = 8  # validation images whose captions are stored

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Read the images, train, write the weights, then measure the stored
        file on images that were not trained on.

        What cannot be used is told on standard error, by its kind. Raises
        OSError and ValueError as `data.captions.read` does, and ValueError
        for less than two images.
        """
        if not self.folder:
            raise ValueError(
                f"{self.name} needs a folder of images with captions "
                f"(--folder PATH)"
            )
        workspace.check_writable(self.name)
        run = workspace.checkpoints(self.name, own_name(self.folder))
        album = captions.read(self.folder, self.captions)
        seen = pixels.load(
            album.images, self.model.side, run, progress=progress
        )
        album = captions.without(album, seen.broken)
        for line in captions.summary(album.problems):
            print(line, file=sys.stderr)
        sides = split(self, album)
        model, words, history = fit(self, seen, sides, run, progress=progress)
        path = pretrained.write(workspace.weights(self.name), model, words)
        values, samples = measure(self, pretrained.read(path), seen, sides)
        values["bytes"] = (path.stat().st_size, "bytes")
        return workspace.write(
            self,
            seconds=history[-1]["seconds"],
            values=values,
            tables={"epochs": [{"seed": self.seed} | row for row in history]},
            samples=samples | {"problems": album.problems},
        )


FOLDER = Folder()
Sides = tuple[dict[str, list[str]], dict[str, list[str]]]
"""The captions of the images to train on, and of those to check."""


def own_name(folder: str) -> str:
    """The name of the folder's run: its own, and what tells it from another
    one that is called the same.
    """
    whole = Path(folder).resolve()
    return f"{whole.name}-{files.sha256(str(whole).encode())[:8]}"


def split(recipe: Folder, album: Album) -> Sides:
    """The captions of an album, image by image on one side or the other."""
    held = captions.held_out(list(album.captions), recipe.validation)
    train, check = (
        {
            name: x
            for name, x in album.captions.items()
            if (name in held) == side
        }
        for side in (False, True)
    )
    return train, check


def fit(
    recipe: Folder, seen: Pixels, sides: Sides, run: Path, *, progress: bool
) -> tuple[captioner.Captioner, tokenizer.Tokenizer, list[dict[str, Any]]]:
    """Train on one side, or go on with it; the run is that of the images and
    the captions, wherever they lie: it has a folder that no others have.
    """
    words = tokenizer.train(said(sides[0]), recipe.model.vocabulary)
    model = captioner.build(
        replace(recipe.model, vocabulary=len(words)),
        torch.Generator().manual_seed(recipe.seed),
    )
    same = replace(recipe, folder="", captions="")
    data = files.sha256(repr([seen.digest, sides]).encode())
    own = run / f"seed-{recipe.seed}-{data[:8]}"
    if not own.exists() and any(run.glob(f"seed-{recipe.seed}-*")):
        told = (
            f"{Path(recipe.captions).name} or the images changed since the "
            f"last run: this one starts anew, in {own}"
        )
        print(files.printable(told), file=sys.stderr)
    history = training.fit(
        model,
        words,
        pairs(seen, sides[0]),
        pairs(seen, sides[1]),
        recipe.settings,
        own,
        batch_tokens=recipe.batch_tokens,
        seed=recipe.seed,
        fingerprint={"recipe": asdict(same), "images": seen.digest},
        progress=progress,
    )
    return model, words, history


def pairs(seen: Pixels, side: dict[str, list[str]]) -> training.Captions:
    """All images, and the captions of one side with the place of each."""
    places = {name: i for i, name in enumerate(seen.names)}
    return seen.images, [
        (places[name], text) for name, texts in side.items() for text in texts
    ]


def said(side: dict[str, list[str]]) -> Iterable[str]:
    """Every caption of one side."""
    return (text for texts in side.values() for text in texts)


def measure(
    recipe: Folder,
    model: pretrained.Captioner,
    seen: Pixels,
    sides: Sides,
) -> tuple[dict[str, tuple[Any, str]], dict[str, Any]]:
    """Values and samples of the stored weights on the side to check. BLEU
    compares with all captions of an image; the baseline says the most
    frequent caption of the other side of every image.
    """
    train, check = sides
    images, checked = pairs(seen, check)
    tokens = [([i], model.tokenizer.encode(text)) for i, text in checked]
    loss = loop.evaluate(
        model.model,
        batches.by_length(tokens, recipe.batch_tokens),
        training.caption_loss(images),
    )
    places = dict.fromkeys(i for i, _ in checked)
    answers = model.caption(images[i] for i in places)
    references = list(check.values())
    score, signature = bleu(answers, references)
    frequent = Counter(said(train)).most_common(1)[0][0]
    values = {
        "images": (len(train) + len(check), "images"),
        "validation_images": (len(check), "images"),
        "captions": (sum(map(len, [*train.values(), *references])), "captions"),
        "vocabulary": (len(model.tokenizer), "tokens"),
        "parameters": (
            sum(p.numel() for p in model.model.parameters()),
            "numbers",
        ),
        "loss": (loss, "nats per token"),
        "bleu": (score, "BLEU"),
        "signature": (signature, "sacrebleu"),
        "baseline_bleu": (bleu([frequent] * len(check), references)[0], "BLEU"),
    }
    shown = [
        {"image": name, "said": answer, "captions": texts}
        for (name, texts), answer in zip(check.items(), answers, strict=True)
    ]
    return values, {"baseline": frequent, "described": shown[: recipe.shown]}
