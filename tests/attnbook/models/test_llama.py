"""Llama with random weights is that of the package `transformers`."""

from itertools import product

import pytest
import torch
import transformers

from attnbook import pretrained
from attnbook.models.llama import Llama
from tests.toys import refused

N, LONG = 37, 40
LLAMA3 = {
    "rope_type": "llama3",
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 16,
}
PLACES = (
    {"rope_type": "default"},
    {"rope_type": "default", "rope_theta": 500_000.0},
    {"rope_type": "linear", "factor": 3.0},
    LLAMA3 | {"rope_theta": 200.0},
    LLAMA3 | {"rope_theta": 10_000.0, "factor": 32.0},
)
CHECKPOINTS = [*product(PLACES, (1, 4), (True, False))]


def made(places, key_heads=2, tied=True, **more):
    """A small model of that package with random weights."""
    config = transformers.LlamaConfig(
        vocab_size=N,
        hidden_size=32,
        intermediate_size=44,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=key_heads,
        tie_word_embeddings=tied,
        rope_parameters={"rope_theta": 10_000.0} | places,
        **more,
    )
    model = transformers.LlamaForCausalLM(config).eval()
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_(std=0.2, generator=generator)
    return model


@pytest.fixture
def tokens() -> torch.Tensor:
    generator = torch.Generator().manual_seed(4)
    return torch.randint(N - 1, (2, LONG), generator=generator)


@pytest.mark.parametrize(("places", "key_heads", "tied"), CHECKPOINTS)
@torch.no_grad()
def test_twenty_checkpoints_give_the_same_logits(
    places, key_heads, tied, tokens
):
    theirs = made(places, key_heads, tied)
    wanted = theirs(tokens).logits
    ours = Llama.from_huggingface(theirs.config, theirs.state_dict())
    torch.testing.assert_close(ours(tokens), wanted, rtol=0, atol=1e-5)


@torch.no_grad()
def test_files_of_the_package_are_read(tokens, tmp_path):
    """From a folder, from a file, and with the fields of older files."""
    theirs = made(LLAMA3, tied=False)
    theirs.save_pretrained(tmp_path)
    wanted = theirs(tokens).logits
    for place in (tmp_path, tmp_path / "model.safetensors"):
        found = pretrained.llama(place)(tokens)
        torch.testing.assert_close(found, wanted, rtol=0, atol=1e-5)
    old = theirs.config.to_dict()
    scaling = old.pop("rope_parameters")
    old |= {"rope_theta": scaling.pop("rope_theta"), "rope_scaling": scaling}
    ours = Llama.from_huggingface(old, theirs.state_dict())
    torch.testing.assert_close(ours(tokens), wanted, rtol=0, atol=1e-5)


@torch.no_grad()
def test_word_by_word_is_all_at_once(tokens):
    theirs = made(LLAMA3)
    ours = Llama.from_huggingface(theirs.config, theirs.state_dict())
    whole = theirs(tokens).logits.log_softmax(-1)
    state = ours.start(tokens[:, :5])
    for t in range(5, LONG):
        scores, state = ours.step(state, tokens[:, t])
        torch.testing.assert_close(scores, whole[:, t], rtol=0, atol=1e-4)
    assert state[0].pair[0].shape == (2, 2, LONG, 8)  # two heads are kept


def test_what_does_not_fit_is_named():
    theirs = made({"rope_type": "default"}, tied=False)
    config, state = theirs.config.to_dict(), theirs.state_dict()
    less = {k: w for k, w in state.items() if "1.mlp.up_proj" not in k}
    key = "model.layers.0.self_attn.k_proj.weight"
    for fields, weights, says in (
        ({}, less, r"blocks.1.feed_forward.layer.wide.weight is absent"),
        ({"hidden_act": "gelu"}, state, "hidden_act must be silu: gelu"),
        ({"attention_bias": True}, state, "attention_bias must be False: True"),
        ({"mlp_bias": True}, state, "mlp_bias must be False: True"),
        ({"model_type": "qwen2"}, state, "model_type must be llama: qwen2"),
        ({"head_dim": 16}, state, "head_dim must be 8: 16"),
        ({"num_key_value_heads": 3}, state, "must have 24 rows"),
        ({"tie_word_embeddings": True}, state, "must be the table of emb"),
        ({}, state | {key: state[key][:3]}, "key.weight must have 16 rows"),
        (
            {"rope_parameters": {"rope_type": "yarn"}},
            *(state, "rope_type must be one of default, linear, llama3: yarn"),
        ),
        (
            {"rope_parameters": {"partial_rotary_factor": 0.5}},
            *(state, "partial_rotary_factor must be 1: 0.5"),
        ),
    ):
        with refused(says):
            Llama.from_huggingface(config | fields, weights)
    with refused("no Llama: vocab_size, .*num_hidden_layers missing"):
        Llama.from_huggingface({}, state)
