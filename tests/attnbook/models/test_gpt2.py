"""GPT-2 with random weights is that of the package `transformers`."""

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from attnbook import pretrained
from attnbook.models.gpt2 import GPT2
from attnbook.models.language_model import Config
from tests.toys import refused

N, CONTEXT = 37, 16


@pytest.fixture
def theirs() -> transformers.GPT2LMHeadModel:
    """A small model of that package with random weights."""
    config = transformers.GPT2Config(
        vocab_size=N,
        n_positions=CONTEXT,
        n_embd=24,
        n_layer=3,
        n_head=4,
        bos_token_id=N - 1,
        eos_token_id=N - 1,
    )
    model = transformers.GPT2LMHeadModel(config).eval()
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_(std=0.3, generator=generator)
    return model


@pytest.fixture
def tokens() -> torch.Tensor:
    generator = torch.Generator().manual_seed(4)
    return torch.randint(N - 1, (3, CONTEXT), generator=generator)


@torch.no_grad()
def test_the_same_weights_give_the_same_logits(theirs, tokens, tmp_path):
    """From a model in memory, from its folder, from its file, and from files as
    old as the public one, which have masks and no prefix.
    """
    wanted = theirs(tokens).logits
    assert wanted.std() > 0.1
    theirs.save_pretrained(tmp_path)
    stored = load_file(tmp_path / "model.safetensors")
    old = {k.removeprefix("transformer."): w for k, w in stored.items()}
    mask = torch.ones(1, 1, CONTEXT, CONTEXT).tril()
    old |= {f"h.{k}.attn.bias": mask for k in range(3)}
    from_folder = pretrained.gpt2(tmp_path)(tokens)
    torch.testing.assert_close(from_folder, wanted, rtol=0, atol=1e-5)
    for state in (theirs.state_dict(), stored, old):
        for config in (theirs.config, theirs.config.to_dict()):
            ours = GPT2.from_huggingface(config, state)
            torch.testing.assert_close(ours(tokens), wanted, rtol=0, atol=1e-5)


@torch.no_grad()
def test_word_by_word_is_all_at_once(theirs, tokens):
    """With the keys and values that are kept, from any beginning on."""
    ours = GPT2.from_huggingface(theirs.config, theirs.state_dict())
    whole = theirs(tokens).logits.log_softmax(-1)
    for given in (0, 5):
        state = ours.start(tokens[:, :given])
        for t in range(given, CONTEXT):
            scores, state = ours.step(state, tokens[:, t])
            torch.testing.assert_close(scores, whole[:, t], rtol=0, atol=1e-4)


def test_a_text_longer_than_the_table_is_refused(theirs, tokens):
    ours = GPT2.from_huggingface(theirs.config, theirs.state_dict())
    with refused(r"positions 0 \.\. 15: positions 0 \.\. 16"):
        ours(torch.cat([tokens, tokens[:, :1]], 1))


def test_what_does_not_fit_is_named(theirs, tmp_path):
    config, state = theirs.config.to_dict(), theirs.state_dict()
    less = {k: w for k, w in state.items() if "h.1.mlp.c_fc.bias" not in k}
    head = {"lm_head.weight": state["lm_head.weight"] + 1}
    mask = {"h.0.attn.bias": torch.ones(1, 1, CONTEXT, CONTEXT)}
    for fields, weights, says in (
        (config, less, r"blocks.1.feed_forward.layer.wide.bias is absent"),
        (config | {"n_inner": 7}, state, "n_inner must be None: 7"),
        (config | {"activation_function": "a"}, state, "must be gelu_new: a"),
        (config | {"tie_word_embeddings": False}, state, "must be True: False"),
        (config, state | head, "must be the table of emb"),
        (config, state | mask, "must be a causal mask"),
        ({}, state, "no GPT-2: vocab_size, .*n_positions missing"),
        (config | {"n_head": 5}, state, "heads must divide width"),
    ):
        with refused(says):
            GPT2.from_huggingface(fields, weights)
    theirs.save_pretrained(tmp_path)
    save_file({"a": torch.ones(1)}, tmp_path / "model.safetensors")
    with refused(r"no GPT-2: .*\(weights and configuration disagree"):
        pretrained.gpt2(tmp_path)


@pytest.mark.parametrize(
    "choices",
    [{"feed_forward": "gelu"}, {"positions": "learned", "context": 6}],
)
def test_other_parts_are_no_gpt2(choices):
    with refused("GPT-2 has GELU and learned positions"):
        GPT2(Config(17, 8, 2, 32, 1, **choices), 1e-5)
