"""The language model: step by step as at once, padding and the future unseen,
and what a hidden token tells.
"""

from dataclasses import replace

import pytest
import torch

from attnbook import decode
from attnbook.data import noise
from attnbook.models import language_model, transformer
from attnbook.models.language_model import Config
from tests.toys import gradients, refused

N, PAD, START, STOP = 17, 0, 1, 2
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
    with torch.no_grad():
        (found,) = decode.beam(
            model, TOKENS[:1, :0], start=START, stop=STOP, limit=4, width=5
        )
    assert len(found) == 5
    for one in found:
        fed = torch.tensor([[START, *one.tokens]])
        steps = model(fed[:, :-1]).log_softmax(-1)
        total = steps.gather(-1, fed[:, 1:, None]).sum().item()
        assert one.log_probability == pytest.approx(total)


@pytest.mark.parametrize("causal", [True, False])
def test_a_batch_is_its_sentences_one_by_one(causal):
    model = build(causal=causal)
    together = model(TOKENS)
    for row, tokens in zip(together, TOKENS, strict=True):
        real = tokens[tokens != PAD]
        (alone,) = model(real[None])
        torch.testing.assert_close(row[: len(real)], alone)


@pytest.mark.parametrize("causal", [True, False])
def test_which_tokens_are_seen(causal):
    """The gradient of the features by the embeddings of each token."""
    model, seen = build(causal=causal), []
    model.embedding.register_forward_hook(lambda *call: seen.append(call[2]))
    out = model.features(TOKENS[:1])
    for t in range(5):
        (grad,) = gradients(out[:, t], seen[0])
        there = (grad[0] != 0).any(-1).tolist()
        assert there == [s <= t or not causal for s in range(5)]


@pytest.mark.parametrize("kept", [0.0, 1.0], ids=["hidden", "kept"])
def test_what_is_hidden_gets_no_gradient(kept):
    """A token that stands at hidden places alone; it would, were it kept."""
    model, hidden = build(causal=False), N - 1
    text = torch.tensor([[START, 4, 7, 5, 7, STOP]])
    read, asked = noise.hide(
        text,
        hidden,
        torch.Generator().manual_seed(1),
        share=1.0,
        kept=kept,
        other=0.0,
    )
    assert torch.equal(asked != PAD, text > 3)
    (grad,) = gradients(model.features(read), model.embedding.weight)
    seen = {token for token in range(N) if grad[token].any()}
    assert seen == ({START, STOP, 4, 5, 7} if kept else {START, STOP, hidden})


def test_it_is_the_encoder_of_a_transformer():
    config = replace(SMALL, causal=False)
    model = build(causal=False)
    other = transformer.build(config.stack).double().eval()
    other.embedding, other.encoder = model.embedding, model.encoder
    memory, _ = other.encode(TOKENS)
    torch.testing.assert_close(model.features(TOKENS), memory)
    logits = memory @ model.embedding.weight.T + model.bias
    torch.testing.assert_close(model(TOKENS), logits)


def test_states_are_kept_and_reordered():
    model = build()
    state = model.start(TOKENS[:, :2])
    first, _ = model.step(state, TOKENS[:, 2])
    assert torch.equal(model.step(state, TOKENS[:, 2])[0], first)
    rows = torch.tensor([2, 0, 0])
    moved, _ = model.step(model.reorder(state, rows), TOKENS[rows, 2])
    torch.testing.assert_close(moved, first[rows])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"layers": 0}, "layers must be at least 1: layers=0"),
        ({"width": 0}, "width must be at least 1: width=0"),
        ({"dropout": 2.0}, "dropout must lie in 0"),
        ({"pad": N}, "pad must lie in 0"),
    ],
)
def test_a_configuration_that_cannot_be_is_refused(wrong, says):
    with refused(says):
        replace(SMALL, **wrong)


def test_what_cannot_be_asked_is_refused():
    with refused("only a causal model writes on: causal=False"):
        build(causal=False).start(TOKENS)
    with refused("has no padding: row 1 has some"):
        build().start(TOKENS)
    wrong = torch.tensor([[4, N]])
    for call in (build(), build().start):
        with refused("highest=17"):
            call(wrong)


def test_build_depends_on_the_generator_alone():
    one, two, other = (
        language_model.build(SMALL, torch.Generator().manual_seed(seed))
        for seed in (1, 1, 2)
    )
    pairs = zip(one.parameters(), two.parameters(), strict=True)
    assert all(torch.equal(a, b) for a, b in pairs)
    assert not torch.equal(one.embedding.weight, other.embedding.weight)
    assert not one.embedding.weight[PAD].any()
