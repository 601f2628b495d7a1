"""Which bag of digits has a nine? Mean, maximum and attention as poolings, and
which of them find the nine.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook.pooling import MILPooling
from attnbook.train.settings import Plateau, Settings
from attncourse.chapter4 import bags
from attncourse.experiments import trials
from attncourse.experiments.comparison import Comparison
from attncourse.experiments.trials import Case, Lessons, Rows

POOLS = ("mean", "max", "attention")
Batch = tuple[Tensor, Tensor]


class Classifier(nn.Module):
    """Features of each image, one vector for the bag, one number: above 0 means
    that the bag has a nine. Ilse et al. 2018, section 2.4.
    """

    def __init__(self, pool: str, width: int, hidden: int):
        super().__init__()
        self.features = nn.Sequential(
            *(nn.Linear(64, width), nn.ReLU()),
            *(nn.Linear(width, width), nn.ReLU()),
        )
        self.kind = pool
        self.pool = MILPooling(width, hidden) if pool == "attention" else None
        self.out = nn.Linear(width, 1)

    def forward(self, images: Float[Tensor, "B S 64"]) -> Float[Tensor, " B"]:
        """The logits of the bags."""
        h = self.features(images)  # B S D
        if self.pool is not None:
            bag = self.pool(h)
        else:
            bag = h.mean(1) if self.kind == "mean" else h.amax(1)
        return self.out(bag)[:, 0]


@dataclass(frozen=True)
class Nine(Comparison):
    """Every pooling and seed, on bags of one size."""

    name: str = "bags-nine"
    pools: tuple[str, ...] = POOLS
    size: int = 40  # images in a bag
    bags: int = 200  # to learn from
    seeds: tuple[int, ...] = (1, 2, 3, 4, 5)
    rates: tuple[float, ...] = (3e-4, 1e-3, 3e-3)
    width: int = 64
    hidden: int = 32
    rows: int = 20  # bags in a batch
    each: int = 100  # batches in an epoch
    tested: int = 1000  # bags
    settings: Settings = Plateau(rate=1e-3, warmup=50, decay=1e-4)

    factor = 3.0

    def cases(self) -> Iterator[Case]:
        for pool in self.pools:
            yield {"pool": pool}

    def fresh(self, case: Case, seed: int) -> Classifier:
        sizes = self.width, self.hidden
        return trials.fresh(seed, Classifier, case["pool"], *sizes)

    def lessons(self, case: Case, seed: int) -> Lessons:
        """Bags in a new order, again and again."""
        draws = torch.Generator().manual_seed(20_000 + seed)
        count = self.bags
        train = bags.draw("train", count, self.size, draws)
        val = bags.draw("val", self.tested, self.size, draws)
        images, labels = train.images(), train.positive.float()
        wanted = self.each * self.rows

        def batches(generator: torch.Generator) -> list[Batch]:
            order = torch.cat(
                [
                    torch.randperm(count, generator=generator)
                    for _ in range(-(-wanted // count))
                ]
            )
            return [
                (images[rows], labels[rows])
                for rows in order[:wanted].split(self.rows)
            ]

        return batches, [(val.images(), val.positive.float())]

    def loss(self, model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
        """The summed loss of a batch of bags, and how many there are."""
        images, labels = batch
        total = F.binary_cross_entropy_with_logits(
            model(images), labels, reduction="sum"
        )
        return total, len(labels)

    def measure(
        self, model: Classifier, case: Case, seed: int
    ) -> dict[str, Rows]:
        """On bags of digits that no training and no choice has seen."""
        generator = torch.Generator().manual_seed(10_000 + self.size)
        test = bags.draw("test", self.tested, self.size, generator)
        found = {
            "accuracy": accuracy(model, test),
            "found": pointing_accuracy(model, test)
            if case["pool"] != "mean"
            else None,
        }
        return {"accuracy": [case | {"seed": seed} | found]}


NINE = Nine()


@torch.no_grad()
def accuracy(model: Classifier, test: bags.Bags) -> float:
    """The share of bags that are answered right."""
    answers = model(test.images()) > 0
    return float((answers == test.positive).double().mean())


@torch.no_grad()
def pointing_accuracy(model: Classifier, test: bags.Bags) -> float:
    """The share of bags with a nine that point at it: its weight is the
    largest, or what the maximum takes from it adds most to the answer.
    """
    shares = weights if model.kind == "attention" else added
    peak = shares(model, test).argmax(-1)
    return float((peak == test.place)[test.positive].double().mean())


@torch.no_grad()
def weights(model: Classifier, test: bags.Bags) -> Float[Tensor, "B S"]:
    """What attention takes from each image."""
    assert model.pool is not None, f"no weights: pool={model.kind}"
    return model.pool.weights(model.features(test.images()))


@torch.no_grad()
def added(model: Classifier, test: bags.Bags) -> Float[Tensor, "B S"]:
    """What each image adds to the answer of the maximum: each feature is one
    image's, and counts with its weight in the last layer.
    """
    assert model.kind == "max", f"no single image: pool={model.kind}"
    h = model.features(test.images())  # B S D
    most, image = h.max(1)  # B D
    parts = most * model.out.weight  # B D
    return h.new_zeros(h.shape[:2]).scatter_add(1, image, parts)
