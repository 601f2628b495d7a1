"""The figure of patches: what the page gets, and what is recorded."""

import random
from functools import cache

import numpy as np
import pytest
import torch

from attnbook import attention, patches
from attnbook.data import labelled
from attnbook.models import vit
from attnbook.pretrained.classifier import Classifier
from attncourse.chapter9.live.patches import (
    READERS,
    SIDE,
    LivePatches,
    look,
    order,
    record,
)
from tests.attncourse.live.toys import shown

NAMES = ("one", "two", "four", "none")
MODELS = [(name, name.title(), 3_000) for name in NAMES]
LAYERS, HEADS = 3, 2


def built(patch: int, positions: bool) -> Classifier:
    """A model of random weights, large enough for sharp answers."""
    config = vit.Config(
        SIDE, patch, 1, 10, 16, HEADS, 24, LAYERS, positions=positions
    )
    model = vit.build(config, torch.Generator().manual_seed(patch)).eval()
    draw = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for parameter in model.parameters():
            noise = torch.randn(parameter.shape, generator=draw)
            parameter += 0.3 * noise
    return Classifier(model)


@cache
def classifiers() -> list[Classifier]:
    return [built(*reader) for reader in READERS]


@cache
def digits() -> tuple[list, list]:
    """Images as rows of 0 to 1, and their classes."""
    found = labelled.digits("test")
    return (found.images[:, 0] / 255).tolist(), found.labels.tolist()


def recorded(k: int = 0) -> dict:
    images, labels = digits()
    return record(classifiers(), images[k], labels[k])


def figure(**traits) -> LivePatches:
    return LivePatches(MODELS, [recorded(0), recorded(1)], **traits)


def test_the_page_gets_the_digits_the_models_and_the_shuffles():
    state = shown(figure(chosen=2, shuffled=True))["state"]
    assert set(state) == {
        *("example", "examples", "models", "readers", "orders"),
        *("chosen", "shuffled"),
    }
    assert (state["chosen"], state["shuffled"]) == (2, True)
    assert state["readers"] == [list(reader) for reader in READERS]
    assert state["models"][3]["address"] == "_weights/none.safetensors"
    for k, example in enumerate(state["examples"]):
        assert example["label"] == digits()[1][k]
        assert (
            np.abs(np.subtract(example["image"], digits()[0][k])).max() < 1e-4
        )


def test_of_recorded_weights_it_gets_those_of_the_class_token():
    """And no other: those of 64 patches are too many for a page."""
    whole, (example, _) = recorded(0), figure().examples
    assert example["answers"] == whole["answers"]
    for one, (patch, _), kept in zip(
        classifiers(), READERS, whole["answers"], strict=True
    ):
        full = look(one, whole["image"])
        tokens = (SIDE // patch) ** 2 + 1
        a, first = np.array(full["weights"]), np.array(kept["weights"])
        assert a.shape == (LAYERS, HEADS, tokens, tokens)
        assert (a[:, :, :1] == first).all()
        for part in ("probabilities", "rollout"):
            assert kept[part] == full[part]


@pytest.mark.parametrize("k", range(len(READERS)))
@torch.no_grad()
def test_an_answer_is_what_the_model_computes(k):
    image = digits()[0][3]
    model = classifiers()[k].model
    x = torch.tensor(image)[None, None]
    found = look(classifiers()[k], image)
    p = model(x)[0].softmax(-1)
    assert found["probabilities"] == pytest.approx(p.tolist(), abs=3e-4)
    weights = model.weights(x)[0]
    assert np.abs(np.array(found["weights"]) - weights.numpy()).max() < 1e-3
    rolled = attention.rollout(weights)[0]
    assert found["rollout"] == pytest.approx(rolled.tolist(), abs=3e-4)


@pytest.mark.parametrize("k", range(len(READERS)))
@torch.no_grad()
def test_a_shuffle_changes_the_answer_only_where_there_are_positions(k):
    patch, positions = READERS[k]
    image = digits()[0][3]
    found = look(classifiers()[k], image, order(patch))
    x = torch.tensor(image)[None, None]
    moved = patches.shuffle(x, patch, torch.tensor(order(patch)))
    p = classifiers()[k].model(moved)[0].softmax(-1).tolist()
    assert found["probabilities"] == pytest.approx(p, abs=3e-4)
    plain = look(classifiers()[k], image)["probabilities"]
    same = np.abs(np.subtract(found["probabilities"], plain)).max() < 2e-4
    assert same != positions


def test_a_shuffle_leaves_no_patch_in_its_place():
    for patch, _ in READERS:
        there = order(patch)
        assert sorted(there) == list(range((SIDE // patch) ** 2))
        assert all(i != k for i, k in enumerate(there))


def test_its_picture_says_the_digit_the_patches_and_the_answer():
    made = figure(example=1, chosen=2, shuffled=True)
    (label, p) = digits()[1][1], made.reads()["answer"]["probabilities"]
    text = made.still().alt
    assert f"A handwritten {label}, and beside it its 4 patches, shuff" in text
    best = f"{np.argmax(p)}, with probability {max(p):.2f}"
    assert f"patches of 4 by 4 pixels predicts: {best}" in text
    made.chosen, made.shuffled = 3, False
    assert ", without positions, predicts" in made.still().alt


def test_what_it_reads_is_the_image_as_the_model_gets_it():
    made = figure()
    assert made.reads()["image"] == pytest.approx(
        np.array(made.examples[0]["image"])
    )
    made.shuffled = True
    x = torch.tensor(made.examples[0]["image"])[None, None]
    wanted = patches.shuffle(x, 2, torch.tensor(made.orders[1]))
    assert np.allclose(made.reads()["image"], wanted[0, 0])


def test_any_drawing_gets_an_answer():
    draw = random.Random(1)
    odd = [[[v] * 8] * 8 for v in (0.0, 1.0)]
    odd += [[[draw.random() for _ in range(8)] for _ in range(8)]]
    for image in odd:
        for classifier in classifiers():
            p = look(classifier, image)["probabilities"]
            assert sum(p) == pytest.approx(1, abs=1e-3)
