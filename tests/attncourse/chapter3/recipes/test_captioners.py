"""Captioners of scenes: what each is made of, and what of it is trained."""

from dataclasses import replace

import pytest
import torch

from attnbook.data import tokenizer
from attncourse.chapter3 import scenes
from attncourse.chapter3.recipes import captioners
from attncourse.chapter3.recipes.captioners import Variant
from attncourse.experiments.workspace import Workspace
from tests.attncourse.chapter3.recipes.toys import CAPTION

TRAINING = CAPTION.training
WORKSPACE = Workspace()


@pytest.fixture(autouse=True, scope="module")
def runs(tmp_path_factory):
    """Where the runs of these tests lie."""
    folder = tmp_path_factory.mktemp("runs")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("ATTNBOOK_RUNS", str(folder))
        yield


def fit(variant=CAPTION.variants[0], rate=1e-2, seed=1):
    return captioners.fit(
        TRAINING, variant, rate, seed, WORKSPACE, progress=False
    )


def convnet(seed=1):
    return captioners.pretrain_convnet(
        TRAINING, seed, WORKSPACE, progress=False
    )


def test_singles_are_scenes_of_one_thing_with_its_colour_and_kind():
    images, labels = captioners.singles("train", 30)
    assert (images.shape, labels.shape) == ((30, 3, 64, 64), (30, 2))
    names = list(scenes.COLOURS), list(scenes.KINDS)
    for image, (c, k) in zip(images, labels.tolist(), strict=True):
        colour, kind = names[0][c], names[1][k]
        assert (colour, kind) not in scenes.HELD
        darkest = image.flatten(1)[:, image.sum(0).argmin()] / 255
        expected = torch.tensor(scenes.COLOURS[colour])
        assert float((darkest - expected).abs().max()) < 0.1
    others, _ = captioners.singles("val", 30)
    assert not torch.equal(images, others)


def test_every_word_of_the_captions_is_one_token():
    words = captioners.vocabulary(TRAINING)
    for scene in scenes.split("train", TRAINING.scenes):
        assert len(words.encode(scene.caption)) == len(scene.words) + 1
    assert tokenizer.UNKNOWN not in words.encode("a red circle")


def test_the_loss_of_naming_is_that_of_both_answers():
    images = torch.zeros(3, 3, 8, 8, dtype=torch.uint8)
    labels = torch.tensor([[0, 1], [1, 0], [1, 1]])

    class Sure(torch.nn.Module):
        """Says colour 1 and kind 1 with logits 0 and 2, whatever it sees."""

        def forward(self, seen):
            answer = torch.tensor([0.0, 2.0]).expand(len(seen), 2)
            return [answer, answer]

    total, count = captioners.classifier_loss(images, labels)(
        Sure(), torch.tensor([0, 1])
    )
    right, wrong = -torch.tensor([0.0, 2.0]).log_softmax(0).flip(0)
    assert count == 2
    torch.testing.assert_close(total, 2 * right + 2 * wrong)


def test_a_captioner_starts_with_the_network_and_fresh_weights_beside_it():
    network, _ = convnet()
    for variant in CAPTION.variants:
        model, words = captioners.untrained(
            TRAINING, variant, 1, WORKSPACE, progress=False
        )
        config = model.config
        assert config.attention == variant.attention
        sizes = (config.hidden, config.vector)
        assert sizes == (variant.hidden, variant.vector)
        assert config.vocabulary == len(words)
        for name, weight in network.state_dict().items():
            assert torch.equal(model.convnet.state_dict()[name], weight)
        learns = {p.requires_grad for p in model.convnet.parameters()}
        assert learns == {variant.joint}
        assert all(p.requires_grad for p in model.decoder.parameters())
        assert (model.places is None) == (variant.attention == "none")


@pytest.mark.parametrize("joint", [True, False])
def test_a_frozen_network_stays_as_it_was_and_another_learns(joint):
    said, _ = fit(Variant(f"joint-{joint}", attention="none", joint=joint))
    before = convnet()[0].state_dict()["layers.0.weight"].half().float()
    after = said.model.convnet.state_dict()["layers.0.weight"]
    assert torch.equal(before, after) != joint


def test_another_variant_of_the_same_name_is_refused():
    fit()
    with pytest.raises(ValueError, match="belongs to another run"):
        fit(replace(CAPTION.variants[0], positions=False))
