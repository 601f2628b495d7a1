"""Inductive bias, measured: a Vision Transformer and a convolutional network of
the same size, over the number of images, with the patches in their places and
under one fixed shuffle.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from attnbook.models import convnet, vit
from attnbook.train.settings import Settings
from attncourse.chapter9.recipes.vision_trainer import Case, Trainer
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Vision:
    """Classifiers that all see as many images, however few there are to choose
    from. Validation images are taken from the training part, and choose the
    learning rate of each kind and the epoch that is kept.
    """

    name: str = "vision-cifar"
    data: str = "cifar10"
    transformer: vit.Config = vit.Config(32, 4, 3, 10, 96, 4, 192, 4)
    convolutional: convnet.Config = convnet.Config(
        32, 3, 10, (40, 72, 144, 144), (0, 1, 2)
    )
    validation: int = 1000  # images
    settings: Settings = Settings(
        epochs=10, warmup=50, schedule="linear", decay=0.05, patience=10
    )
    each: int = 10_000  # images that an epoch shows
    batch: int = 64
    smoothing: float = 0.1
    pad: int = 4  # pixels of the random crop
    flip: bool = True
    kinds: tuple[str, ...] = ("ViT", "CNN")
    shuffles: tuple[bool, ...] = (False, True)
    rates: tuple[float, ...] = (1e-3, 2e-3, 4e-3)
    searched: int = 2000  # images, when the rates are tried
    shifted: int = 1000  # test images that are moved by a pixel
    shown: int = 0  # test images that one step makes wrong, written down
    # images; seeds, 0: not run
    budgets: tuple[tuple[int, int], ...] = (
        (500, 3),
        (1000, 3),
        (2000, 3),
        (5000, 3),
        (8000, 0),
        (20_000, 0),
        (49_000, 0),
    )

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every classifier that no earlier result of this recipe, to
        which budgets were added, holds; the result is written anew once the
        rates are found, and after each.
        """
        workspace.check_writable(self.name)
        trainer = self.trainer(workspace, progress)
        for kind in self.kinds:
            trainer.settle(kind)
        trainer.write()
        scores = trainer.tables["scores"]
        known = {tuple(row[name] for name in Case._fields) for row in scores}
        for case in self.cases():
            if case not in known:
                trainer.score(case)
                trainer.write()
        if self.shown:
            trainer.write(examples=trainer.examples())
        return workspace.stored(self.name)

    def trainer(self, workspace: Workspace, progress: bool) -> Trainer:
        """What trains and measures."""
        return Trainer(self, workspace, progress)

    def cases(self) -> Iterator[Case]:
        """All classifiers, seed by seed."""
        most = max(seeds for _, seeds in self.budgets)
        for seed in range(1, most + 1):
            for count, seeds in self.budgets:
                if seed <= seeds:
                    for kind in self.kinds:
                        for shuffled in self.shuffles:
                            yield Case(kind, shuffled, count, seed)


CIFAR = Vision()
DIGITS = Vision(
    "vision-digits",
    "digits",
    vit.Config(8, 2, 1, 10, 48, 4, 96, 3),
    convnet.Config(8, 1, 10, (32, 64, 64), (1,)),
    validation=200,
    each=6000,
    rates=(1e-3, 2e-3, 4e-3, 8e-3),
    pad=1,
    flip=False,
    searched=400,
    shifted=397,
    shown=6,
    budgets=((50, 3), (100, 3), (200, 3), (400, 3), (1200, 3)),
)
PLAIN = replace(
    DIGITS, name="vision-digits-plain", pad=0, shuffles=(False,), shown=0
)
TWINS = Vision(
    "vision-twins",
    "twins",
    vit.Config(24, 4, 1, 2, 48, 4, 96, 3),
    convnet.Config(24, 1, 2, (32, 64, 68), (0, 1)),
    each=6000,
    rates=(2e-3,),
    smoothing=0.0,
    pad=0,
    flip=False,
    shuffles=(False,),
    budgets=((2000, 3), (20_000, 3)),
)
# the remedy: as many parameters, and its last grid sees the whole image
TWINS_DEEP = replace(
    TWINS,
    name="vision-twins-deep",
    convolutional=convnet.Config(24, 1, 2, (24, 44, 52, 60), (0, 1, 2)),
    kinds=("CNN",),
)
# the plain remedy: a layer that reads the whole last grid, not its mean
TWINS_WHOLE = replace(
    TWINS,
    name="vision-twins-whole",
    convolutional=convnet.Config(24, 1, 2, (32, 48, 8), (0, 1)),
    kinds=("CNN, whole grid",),
)
# exercise 9.8: two assumptions of a CNN, each by itself and both; at the rate
# of the ViT above, so that what is searched is what is scored
HYBRID = replace(
    CIFAR,
    name="vision-cifar-hybrid",
    kinds=("ViT, offsets", "ViT, stem", "ViT, both"),
    shuffles=(False,),
    rates=(4e-3,),
    searched=5000,
    budgets=((5000, 3),),
)
