"""The figure of patches: what the page gets, and what is recorded."""

import numpy as np
import pytest
import torch

from attnbook import attention, patches
from attncourse.chapter9.live.patches import READERS, SIDE, look, order, record
from tests.attncourse.chapter9.strokes import digits, figure, library

LAYERS, HEADS = 3, 4


def test_of_recorded_weights_it_gets_those_of_the_class_token():
    """And no other: those of 64 patches are too many for a page."""
    whole = record(library(), digits()[0], 0)
    for one, (patch, _), kept in zip(
        library(), READERS, whole["answers"], strict=True
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
    model, x = library()[k].model, digits()[3][None, None]
    found = look(library()[k], digits()[3])
    p = model(x)[0].softmax(-1)
    assert found["probabilities"] == pytest.approx(p.tolist(), abs=3e-4)
    weights = model.weights(x)[0]
    assert np.abs(np.array(found["weights"]) - weights.numpy()).max() < 1e-3
    rolled = attention.rollout(weights)[0]
    assert found["rollout"] == pytest.approx(rolled.tolist(), abs=3e-4)


@pytest.mark.parametrize("k", range(len(READERS)))
@torch.no_grad()
def test_a_shuffle_changes_the_answer_only_where_there_are_positions(k):
    (patch, positions), image = READERS[k], digits()[3]
    found = look(library()[k], image, order(patch))["probabilities"]
    places = torch.tensor(order(patch))
    moved = patches.shuffle(image[None, None], patch, places)
    p = library()[k].model(moved)[0].softmax(-1).tolist()
    assert found == pytest.approx(p, abs=3e-4)
    plain = look(library()[k], image)["probabilities"]
    same = np.abs(np.subtract(found, plain)).max() < 2e-4
    assert same != positions


def test_a_shuffle_leaves_no_patch_in_its_place():
    for patch, _ in READERS:
        there = order(patch)
        assert sorted(there) == list(range((SIDE // patch) ** 2))
        assert all(i != k for i, k in enumerate(there))


def test_its_picture_says_the_digit_the_patches_and_the_answer():
    made = figure()
    made.example, made.chosen, made.shuffled = 1, 2, True
    label, p = (
        made.examples[1]["label"],
        made.reads()["answer"]["probabilities"],
    )
    text = made.still().alt
    assert f"A handwritten {label}, and beside it its 4 patches, shuff" in text
    best = f"{np.argmax(p)}, with probability {max(p):.2f}"
    assert f"patches of 4 by 4 pixels predicts: {best}" in text
    made.chosen, made.shuffled = 3, False
    assert ", without positions, predicts" in made.still().alt
