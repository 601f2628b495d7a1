"""The language model: step by step as at once, padding unseen."""

from dataclasses import replace

import pytest
import torch

from attnbook.models import language_model, transformer
from attnbook.models.language_model import Config

N, PAD = 17, 0
SMALL = Config(N, 8, 2, hidden=11, layers=3)
TOKENS = torch.tensor([[1, 9, 6, 5, 2], [1, 12, 2, 0, 0], [1, 3, 16, 2, 0]])


def build(seed: int = 1, **changes) -> language_model.LanguageModel:
    """A small model in float64 with large weights, ready to use."""
    generator = torch.Generator().manual_seed(seed)
    config = replace(SMALL, **changes)
    model = language_model.build(config, generator).double()
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(1.5)
        model.bias.normal_(generator=generator)
    return model.eval()


def test_the_probability_of_a_sentence_is_the_product_of_its_steps():
    """Cached, from any prefix on, or all at once."""
    model = build()
    whole = model(TOKENS).log_softmax(-1)
    for given in range(3):
        state = model.start(TOKENS[:, :given])
        for t in range(given, 4):
            scores, state = model.step(state, TOKENS[:, t])
            torch.testing.assert_close(scores, whole[:, t])
    rows = torch.tensor([2, 0, 2, 1])
    moved = model.reorder(model.start(TOKENS[:, :2]), rows)
    scores, _ = model.step(moved, TOKENS[rows, 2])
    torch.testing.assert_close(scores, whole[rows, 2])


@pytest.mark.parametrize("causal", [True, False])
def test_a_batch_is_its_sentences_one_by_one(causal):
    model = build(causal=causal)
    together = model(TOKENS)
    for row, tokens in zip(together, TOKENS, strict=True):
        real = tokens[tokens != PAD]
        (alone,) = model(real[None])
        torch.testing.assert_close(row[: len(real)], alone)


def test_it_is_the_encoder_of_a_transformer():
    config = replace(SMALL, causal=False)
    model = build(causal=False)
    other = transformer.build(config.stack).double().eval()
    other.embedding, other.encoder = model.embedding, model.encoder
    memory, _ = other.encode(TOKENS)
    torch.testing.assert_close(model.features(TOKENS), memory)
    logits = memory @ model.embedding.weight.T + model.bias
    torch.testing.assert_close(model(TOKENS), logits)
