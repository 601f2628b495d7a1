"""The recipes of chapter 8 in miniature."""

from dataclasses import replace

from attnbook import pretrained
from attnbook.models import language_model, transformer
from attnbook.train.settings import Averaged, Plateau
from attncourse.chapter8.recipes.pretraining import WAYS
from attncourse.experiments import recipes
from tests.attnbook.pretrained.toys import completer
from tests.attncourse.experiments.toys import Toy

CAPTIONS = replace(
    recipes.load("lm-captions"),
    model=language_model.Config(150, 8, 2, 12, 2, dropout=0.1),
    settings=Averaged(epochs=2, warmup=2, rate=0.01, average=0.5),
    beginnings=("", "the"),
    drawn=2,
)
MASKED = replace(
    recipes.load("masked-captions"),
    base=CAPTIONS,
    settings=Plateau(epochs=2, warmup=2, rate=0.01, patience=1),
    rounds=3,
    tokens=(1, 30),
    candidates=3,
)
DENOISERS = replace(
    recipes.load("denoisers"),
    vocabulary=150,
    model=transformer.Config(
        1, 32, 2, 32, encoder_layers=1, decoder_layers=1, dropout=0.1
    ),
    thirds=(7, 6),
    rates=(0.01,),
    settings=Plateau(epochs=1, warmup=2, patience=1),
    batch_tokens=60,
)
PRETRAINING = replace(
    recipes.load("pretraining"),
    denoisers=DENOISERS,
    sides=tuple((way, (4,)) for way in WAYS),
    seeds=(1, 2),
    rates=(0.01,),
    settings=Averaged(epochs=2, warmup=2, patience=2, average=0.5),
    few=4,
    each=8,
    batch_tokens=60,
    validated=2,
    shown=5,
)


def causal(monkeypatch, workspace):
    """A causal model in the place of the shipped one."""
    made = completer()
    monkeypatch.setattr(pretrained, "load", lambda _: made)


TOYS = {
    "lm-captions": Toy(CAPTIONS, rows={"epochs": 2}, seeds=()),
    "masked-captions": Toy(
        MASKED, rows={"epochs": 2, "bits": 3}, seeds=(), prepare=causal
    ),
    "denoisers": Toy(DENOISERS, rows={"epochs": 2, "runs": 2}),
    "pretraining": Toy(
        PRETRAINING,
        rows={"runs": None, "scores": 10, "epochs": 20},
        seeds=(1, 2),
    ),
}
