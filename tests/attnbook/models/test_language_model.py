"""The language model: step by step as at once, padding unseen."""

from dataclasses import replace

import pytest
import torch
from torch import nn

from attnbook.heads import MultiHead
from attnbook.models import language_model, transformer
from attnbook.models.language_model import Config
from tests.toys import refused

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
        if model.bias is not None:
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


TODAY = {
    "normalisation": "rms",
    "feed_forward": "swiglu",
    "positions": "rotary",
    "key_heads": 1,
    "bias": False,
}


@pytest.mark.parametrize(
    "fields",
    [
        *({name: value} for name, value in TODAY.items()),
        {"positions": "learned", "context": 9},
        TODAY,
    ],
    ids=lambda fields: "-".join(fields),
)
def test_with_each_choice_word_by_word_is_all_at_once(fields):
    model = build(**fields)
    whole = model(TOKENS).log_softmax(-1)
    state = model.start(TOKENS[:, :1])
    for t in range(1, 4):
        scores, state = model.step(state, TOKENS[:, t])
        torch.testing.assert_close(scores, whole[:, t])
    pair = state[0].pair
    assert pair[0].shape[1] == fields.get("key_heads", SMALL.heads)
    linear = [x for x in model.modules() if isinstance(x, nn.Linear)]
    with_bias = {x.bias is not None for x in linear}
    assert with_bias == {fields.get("bias", True)}


def test_groups_share_keys_and_values():
    """As a layer with all heads does whose keys and values stand twice."""
    torch.manual_seed(1)
    shared = MultiHead(12, 4, key_heads=2).double()
    whole = MultiHead(12, 4).double()
    whole.load_state_dict(
        shared.state_dict()
        | {
            f"{part}.{kind}": getattr(getattr(shared, part), kind)
            .unflatten(0, (2, 3))
            .repeat_interleave(2, 0)
            .flatten(0, 1)
            for part in ("key", "value")
            for kind in ("weight", "bias")
        }
    )
    x = torch.randn(2, 5, 12, dtype=torch.float64)
    torch.testing.assert_close(shared(x), whole(x))
    torch.testing.assert_close(shared.weights(x), whole.weights(x))
    with refused("key_heads must divide heads: heads=4, key_heads=3"):
        MultiHead(12, 4, key_heads=3)


def test_a_context_belongs_to_learned_positions():
    for fields in ({"positions": "learned"}, {"context": 4}):
        with refused("learned positions need a context, and only they"):
            language_model.Config(9, **fields)


def test_it_is_the_encoder_of_a_transformer():
    config = replace(SMALL, causal=False)
    model = build(causal=False)
    sizes = ("vocabulary", "width", "heads", "hidden", "dropout", "pad")
    other = transformer.build(
        transformer.Config(
            **{name: getattr(config, name) for name in sizes},
            encoder_layers=config.layers,
        )
    )
    other = other.double().eval()
    other.embedding, other.encoder = model.embedding, model.encoder
    memory, _ = other.encode(TOKENS)
    torch.testing.assert_close(model.features(TOKENS), memory)
    logits = memory @ model.embedding.weight.T + model.bias
    torch.testing.assert_close(model(TOKENS), logits)
