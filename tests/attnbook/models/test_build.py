"""One call makes a model of any class that has a `Config`."""

import pytest
import torch

from attnbook.heads import MultiHead
from attnbook.models import (
    build,
    captioner,
    convnet,
    language_model,
    seq2seq,
    tagger,
    transformer,
    vit,
)
from attnbook.models.gpt2 import GPT2


@pytest.mark.parametrize(
    "home, name, sizes",
    [
        (captioner, "Captioner", {"vocabulary": 11}),
        (convnet, "ConvClassifier", {}),
        (language_model, "LanguageModel", {"vocabulary": 11}),
        (seq2seq, "Seq2Seq", {"vocabulary": 11}),
        (tagger, "Tagger", {"tokens": 11, "answers": 3}),
        (transformer, "Transformer", {"vocabulary": 11}),
        (vit, "ViT", {"layers": 2}),
    ],
)
def test_a_model_is_the_one_that_its_module_builds(home, name, sizes):
    def seven():
        return torch.Generator().manual_seed(7)

    found = build(getattr(home, name), seven(), **sizes)
    wanted = home.build(home.Config(**sizes), seven())
    assert type(found) is getattr(home, name)
    assert found.config == wanted.config
    for x, y in zip(found.parameters(), wanted.parameters(), strict=True):
        assert x.equal(y)


@pytest.mark.parametrize("kind", [GPT2, MultiHead, seq2seq.Encoder])
def test_another_class_is_refused_by_name(kind):
    with pytest.raises(TypeError, match=f"built from sizes: {kind.__name__}"):
        build(kind)


def test_fields_are_those_of_the_config():
    with pytest.raises(TypeError, match="sides"):
        build(vit.ViT, sides=8)
    with pytest.raises(ValueError, match="patch must divide side"):
        build(vit.ViT, side=8, patch=3)
