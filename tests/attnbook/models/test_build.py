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
    """Drawn from the generator alone; nobody else's numbers are used up."""

    def seeded(seed):
        return torch.Generator().manual_seed(seed)

    state, overwrites = torch.get_rng_state(), home in (captioner, seq2seq)
    found = build(getattr(home, name), seeded(7), **sizes)
    same, other = (home.build(home.Config(**sizes), seeded(s)) for s in (7, 8))
    assert torch.equal(torch.get_rng_state(), state) or overwrites
    assert type(found) is getattr(home, name)
    assert found.config == same.config
    for one, two, three in zip(
        *(x.parameters() for x in (found, same, other)), strict=True
    ):
        assert one.equal(two)
        assert one.dim() < 2 or not one.equal(three)


@pytest.mark.parametrize("kind", [GPT2, MultiHead, seq2seq.Encoder])
def test_another_class_is_refused_by_name(kind):
    with pytest.raises(TypeError, match=f"built from sizes: {kind.__name__}"):
        build(kind)


def test_fields_are_those_of_the_config():
    with pytest.raises(TypeError, match="sides"):
        build(vit.ViT, sides=8)
    with pytest.raises(ValueError, match="patch must divide side"):
        build(vit.ViT, side=8, patch=3)
