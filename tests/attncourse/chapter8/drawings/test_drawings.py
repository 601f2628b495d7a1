"""The drawings of chapter 8 show what the library computes."""

import math

import pytest
import torch

from attnbook import lora
from attnbook.data import noise
from attnbook.data.batches import Batch
from attnbook.data.tokenizer import PAD, STOP
from attnbook.models import language_model, transformer
from attnbook.train import sequences
from attncourse.chapter8 import drawings as chapter8
from attncourse.chapter8.drawings.denoising import NOISY, TEXT
from attncourse.chapter8.drawings.hidden_loss import (
    ASKED,
    GIVEN,
    HIDDEN,
    WORDS,
    terms,
)
from attncourse.chapter8.drawings.low_rank import SIZES as SIDES
from attncourse.chapter8.drawings.low_rank import counted
from attncourse.chapter8.drawings.stencils import STENCILS, S, T, mask
from tests.attncourse.drawing.toys import said

SIZES = {"width": 8, "heads": 2, "hidden": 11}


def seen(name):
    """Which embeddings move which features of a model of that kind, (T, T) or
    (T, S + T).
    """
    generator = torch.Generator().manual_seed(1)
    text, source = torch.tensor([[5, 6, 7, 8]]), torch.tensor([[9, 10, 11]])
    if name == "encoder-decoder":
        config = transformer.Config(
            13, **SIZES, encoder_layers=1, decoder_layers=1
        )
        model = transformer.build(config, generator)
        tokens, features = (source, text), lambda: model.features(source, text)
    else:
        config = language_model.Config(
            13, **SIZES, layers=1, causal=name == "decoder"
        )
        model = language_model.build(config, generator)
        tokens, features = (text,), lambda: model.features(text)
    model.eval()
    rows = torch.cat(tokens, 1)[0]
    moved = []
    for t in range(T):
        model.zero_grad()
        features()[0, t].square().sum().backward()
        moved.append((model.embedding.weight.grad[rows] != 0).any(-1))
    return torch.stack(moved)


@pytest.mark.parametrize("name", STENCILS)
def test_a_stencil_is_who_moves_whom_in_a_model(name):
    assert torch.equal(mask(name), seen(name))
    if name == "encoder-decoder":
        assert mask(name).shape == (T, S + T)


def test_the_loss_by_hand_is_that_of_training():
    """A model whose probabilities are those drawn."""
    N, every = 5 + len(WORDS), torch.arange(len(WORDS))
    truth = torch.arange(5, N)
    p = torch.tensor(GIVEN, dtype=torch.float64)
    probabilities = ((1 - p) / (N - 1))[:, None].repeat(1, N)
    probabilities[every, truth] = p
    asked = torch.tensor([t in ASKED for t in every.tolist()])

    class Known:
        """Gives each place its probabilities, whatever it reads."""

        def features(self, tokens):
            return probabilities.log()[None]

        def logits(self, features):
            return features

    answer = torch.where(asked, truth, PAD)[None]
    total, count = sequences.hidden_loss(Known(), Batch(answer, answer))
    mean = total.item() / count / math.log(2)
    assert mean == pytest.approx(sum(terms()) / count)
    drawing = chapter8.hidden_loss()
    assert any(f"= {mean:g} bits" in label for label in said(drawing))
    assert {f"{p:g}" for p in GIVEN} <= set(said(drawing))
    assert said(drawing).count(HIDDEN) == count


def test_the_thin_matrices_are_those_of_the_library():
    rows, columns, rank = SIDES.values()
    layer = torch.nn.Linear(columns, rows, bias=False)
    before = layer.weight.clone()
    lora.adapt(layer, rank, alpha=4.0)
    learn = sum(p.numel() for p in layer.parameters() if p.requires_grad)
    assert counted() == (before.numel(), learn)
    assert torch.equal(layer.weight, before), "nothing changes at first"
    labels = said(chapter8.low_rank())
    assert f"{before.numel()} numbers frozen," in labels
    assert f"{learn} learn" in labels
    for size in ("F \u00d7 D", "F \u00d7 r", "r \u00d7 D"):
        assert size in labels


def test_the_noisy_text_is_one_that_the_noise_makes():
    words = TEXT.split()
    hidden = len(words) + 10
    tokens = [k + 5 for k in range(len(words))]
    wanted = [
        hidden if word == HIDDEN else tokens[words.index(word)]
        for word in NOISY.split()
    ]
    share = 1 - (len(wanted) - wanted.count(hidden)) / len(words)
    made = (
        noise.drop_spans(
            [*tokens, STOP],
            hidden,
            torch.Generator().manual_seed(seed),
            share=share,
            mean=2.0,
        )
        for seed in range(2000)
    )
    assert [*wanted, STOP] in made
