"""Training on images: what is shown, what is drawn, and how a run goes on."""

from functools import partial

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from attnbook.data.labelled import Labelled
from attnbook.train import images
from attnbook.train.settings import Settings
from tests.attnbook.train.toys import Killed, assert_equal
from tests.toys import refused

SMOOTH = partial(images.class_loss, smoothing=0.1)
SETTINGS = Settings(epochs=3, rate=0.05, warmup=1, checkpoint_every=2)


class Bright(nn.Module):
    """Scores two classes by how bright an image is."""

    def __init__(self):
        super().__init__()
        self.line = nn.Linear(1, 2)

    def forward(self, x):
        return self.line(x.mean((1, 2, 3))[:, None])


def bright() -> Bright:
    torch.manual_seed(1)
    return Bright()


def data(count: int, seed: int = 1) -> Labelled:
    """Dark and bright images."""
    generator = torch.Generator().manual_seed(seed)
    labels = torch.arange(count) % 2
    x = torch.randint(0, 100, (count, 1, 4, 4), generator=generator)
    x = x + 120 * labels[:, None, None, None]
    return Labelled(x.to(torch.uint8), labels, ("dark", "bright"))


def noisy(x, generator):
    return (x + 0.1 * torch.rand(x.shape, generator=generator)).clamp(0, 1)


def fit(model, folder=None, settings=SETTINGS, seen=None, **how):
    how = {"batch": 5, "change": noisy, "progress": False} | how
    seen = data(23) if seen is None else seen
    return images.fit(model, seen, data(8, 2), settings, folder, **how)


def test_it_learns_and_is_ready_to_use():
    model = bright()
    before = images.accuracy(model, data(20, 3))
    history = fit(model, settings=Settings(epochs=40, rate=0.2, warmup=1))
    assert not model.training
    assert history[-1]["validation"] < history[0]["validation"]
    assert images.accuracy(model, data(20, 3)) == 1 >= before


def test_a_loss_is_the_mean_cross_entropy_of_what_is_shown():
    given, model, batch = data(6), bright(), torch.tensor([4, 1, 3])
    x, y = given.images[batch].float() / 255, given.labels[batch]
    for how, wanted in (
        ({}, F.cross_entropy(model(x), y)),
        ({"change": lambda x, g: 1 - x}, F.cross_entropy(model(1 - x), y)),
        ({"smoothing": 0.2}, F.cross_entropy(model(x), y, label_smoothing=0.2)),
    ):
        total, count = images.class_loss(given, **how)(model, batch)
        torch.testing.assert_close(total / count, wanted)


def test_errors_are_the_answers_that_are_no_labels():
    given, model = data(40), bright()
    batch = torch.tensor([4, 1, 3, 30])
    for change in (None, lambda x, g: 1 - x):
        x = given.images[batch].float() / 255
        said = model(change(x, None) if change else x).argmax(-1)
        found, count = images.class_errors(given, change)(model, batch)
        assert count == 4
        assert found == (said != given.labels[batch]).sum()


def test_an_epoch_shows_all_images_as_often_as_it_can():
    shown = []

    def look(x, generator):
        shown.append(x.flatten(1).sum(1))
        return x

    one = Settings(epochs=1, rate=0.01, warmup=1)
    fit(bright(), settings=one, seen=data(10), each=30, change=look)
    counts = torch.cat(shown).unique(return_counts=True)[1]
    assert len(shown) == 6 and set(counts.tolist()) == {3}


def test_what_is_fixed_is_made_of_all_and_a_change_of_training_images():
    seen = {"change": 0, "fixed": 0}

    def count(name):
        def step(x, generator):
            seen[name] += len(x)
            return x

        return step

    model = bright()
    one = Settings(epochs=1, rate=0.01, warmup=1)
    fit(model, settings=one, change=count("change"), fixed=count("fixed"))
    assert seen == {"change": 20, "fixed": 28}
    images.accuracy(model, data(7), count("fixed"))
    assert seen["fixed"] == 35


def test_a_run_that_was_stopped_ends_alike(tmp_path):
    """Whatever it draws for each batch."""
    whole, again, left = bright(), bright(), [7]
    wanted = fit(whole, tmp_path / "a", loss=SMOOTH)

    def change(x, generator):
        left[0] -= 1
        if left[0] == -1:
            raise Killed
        return noisy(x, generator)

    with pytest.raises(Killed):
        fit(bright(), tmp_path / "b", change=change, loss=SMOOTH)
    found = fit(again, tmp_path / "b", change=change, loss=SMOOTH)
    assert [x["validation"] for x in found] == [x["validation"] for x in wanted]
    assert_equal(whole, again)


def test_other_images_are_another_run(tmp_path):
    fit(bright(), tmp_path)
    with refused("belongs to another run"):
        fit(bright(), tmp_path, seen=data(23, 9))


def test_less_than_a_batch_is_refused():
    with refused("each=23, batch=24"):
        fit(bright(), batch=24)
