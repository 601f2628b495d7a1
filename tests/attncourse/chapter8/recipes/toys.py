"""The recipes of chapter 8 in miniature."""

from dataclasses import replace

from attnbook import pretrained
from attnbook.models import language_model, transformer
from attnbook.train.settings import Averaged, Settings
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
    epochs=2,
    rounds=3,
    candidates=3,
)
PRETRAINING = replace(
    recipes.load("pretraining"),
    vocabulary=150,
    model=transformer.Config(
        1, 8, 2, 12, encoder_layers=1, decoder_layers=1, dropout=0.1
    ),
    thirds=(7, 6),
    pretrain=Settings(epochs=1, rate=0.01, warmup=2),
    tune=Averaged(epochs=3, rate=0.01, warmup=2, patience=2, average=0.5),
    budgets=((4, 2, 1), (8, 1, 1)),
    parts=(4, 1),
    each=8,
    most=9,
    after=2,
    short=(4, 2),
    batch_tokens=60,
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
    "pretraining": Toy(
        PRETRAINING,
        rows={"pretraining": 3, "search": 10, "scores": 23, "epochs": 13},
        seeds=(1, 2),
    ),
}
