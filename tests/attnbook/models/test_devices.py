"""Every model runs on a device that has no float64, as Apple's GPUs have none.

The device "meta" stands for it: its tensors have no numbers, so a check that
reads one is told 0, and a copy on the CPU has ones.
"""

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from attnbook.data import tokenizer
from attnbook.models import (
    captioner,
    convnet,
    language_model,
    seq2seq,
    tagger,
    transformer,
    vit,
)
from attnbook.pretrained import Completer
from attncourse.chapter1 import reader

WORDS = tokenizer.train(["a dog"], 30)
TOKENS = torch.ones(2, 9, dtype=torch.long, device="meta")
IMAGES = torch.ones(2, 1, 8, 8, device="meta")
SCENES = torch.ones(2, 3, 16, 16, device="meta")
SMALL = vit.Config(width=8, heads=2, hidden=8, layers=1)


class WithoutDoubles(TorchDispatchMode):
    """No tensor on the device "meta" may be float64."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs, aten = kwargs or {}, torch.ops.aten
        meta = isinstance(args and args[0], torch.Tensor) and args[0].is_meta
        if meta and func is aten._local_scalar_dense.default:
            return args[0].new_zeros((), device="cpu").item()
        if meta and str(kwargs.get("device", "meta")) == "cpu":
            return torch.ones(args[0].shape, dtype=args[0].dtype)
        found = func(*args, **kwargs)
        for x in tree_leaves(found):
            if isinstance(x, torch.Tensor) and x.is_meta:
                assert x.dtype != torch.float64, func
        return found


def encoded(encoding):
    """A model with this encoding of places, and calls of it."""
    config = tagger.Config(5, 3, encoding, width=8, heads=2)
    return tagger.build(config, torch.Generator()), [
        lambda m: m(TOKENS, 3),
        lambda m: m.weights(TOKENS),
    ]


def writes(model, source):
    """What follows the first token."""
    return model.step(model.start(source), TOKENS[:, 0])


CASES = {name: encoded(name) for name in tagger.ENCODINGS} | {
    "transformer": (
        transformer.build(transformer.Config(5, 8, 2, 8)),
        [lambda m: m(TOKENS, TOKENS), lambda m: writes(m, TOKENS)],
    ),
    "language model": (
        language_model.build(language_model.Config(30, 8, 2, 8)),
        [
            lambda m: m(TOKENS),
            lambda m: writes(m, TOKENS),
            lambda m: Completer(m, WORDS).log_probability("a dog"),
        ],
    ),
    "seq2seq": (
        seq2seq.build(seq2seq.Config(5, 8, 8, 8)),
        [lambda m: writes(m, TOKENS), lambda m: m.weights(TOKENS, TOKENS)],
    ),
    "vit": (
        vit.build(SMALL),
        [lambda m: m(IMAGES), lambda m: m.weights(IMAGES)],
    ),
    "convnet": (convnet.build(convnet.Config()), [lambda m: m(IMAGES)]),
    "captioner": (
        captioner.build(captioner.Config(5, 16)),
        [lambda m: m(SCENES, TOKENS), lambda m: writes(m, SCENES)],
    ),
    "reader": (reader.build(reader.Config(5, 3)), [lambda m: m(TOKENS)]),
}


@pytest.mark.parametrize("name", CASES)
def test_no_model_needs_float64_on_its_device(name, monkeypatch):
    monkeypatch.setattr(convnet, "centred", lambda images, *sizes: images)
    model, calls = CASES[name]
    model.to("meta")
    with WithoutDoubles():
        for call in calls:
            call(model)
