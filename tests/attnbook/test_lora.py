"""Low-rank adaptation: nothing changes at first, and nothing by merging."""

import pytest
import torch
from torch import nn
from torch.nn.utils import parametrize
from torch.testing import assert_close

from attnbook import lora
from attnbook.lora import LowRank
from attnbook.models import language_model
from tests.toys import refused

TOKENS = torch.tensor([[1, 5, 6, 7], [1, 8, 8, 0]])


def build(seed: int = 1) -> language_model.LanguageModel:
    config = language_model.Config(17, 8, 2, 12, 2)
    generator = torch.Generator().manual_seed(seed)
    return language_model.build(config, generator).double().eval()


def learned(rank: int = 3, alpha: float = 5.0) -> language_model.LanguageModel:
    """An adapted model whose `up` are no longer zeros."""
    model = build()
    lora.adapt(model, rank, alpha)
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith(".up"):
                parameter.normal_(generator=generator)
    return model


def test_the_first_step_of_adam_falls_with_the_root_of_the_rank():
    """As chapter 8 says, though the scale is alpha / rank."""
    generator = torch.Generator().manual_seed(1)
    x, y = torch.randn(2, 64, 96, generator=generator)
    sizes = []
    for rank in (1, 4, 16):
        torch.manual_seed(1)
        matrix, added = torch.zeros(96, 96), LowRank(96, 96, rank, 8.0)
        optimizer = torch.optim.Adam(added.parameters(), lr=1e-3)
        (x @ added(matrix).T - y).square().mean().backward()
        optimizer.step()
        sizes.append(added(matrix).norm().item())
    assert sizes[0] / sizes[1] == pytest.approx(2, rel=0.15)
    assert sizes[0] / sizes[2] == pytest.approx(4, rel=0.15)


def test_merged_is_unmerged():
    model = learned()
    unmerged = model(TOKENS)
    assert not torch.allclose(unmerged, build()(TOKENS), atol=0.1)
    lora.merge(model)
    assert_close(model(TOKENS), unmerged)
    assert model.state_dict().keys() == build().state_dict().keys()
    assert all(p.requires_grad for p in model.parameters())


@pytest.mark.parametrize("kind", ["embedding", "layer"])
def test_what_a_matrix_is_tied_to_stays_as_it_was(kind):
    """Between the additions and after them."""
    tied = nn.Embedding(9, 4) if kind == "embedding" else nn.Linear(4, 9)
    model = nn.ModuleDict({"first": tied, "last": nn.Linear(4, 9)}).double()
    model["last"].weight = tied.weight
    before = tied.weight.detach().clone()
    lora.adapt(model, 2, 8.0, without=["first"] * (kind == "layer"))
    nn.init.ones_(model["last"].parametrizations.weight[0].up)
    x = torch.randn(3, 4).double()
    wanted = model["last"](x)
    lora.merge(model)
    assert torch.equal(tied.weight, before)
    assert_close(model["last"](x), wanted)
    assert not torch.allclose(model["last"].weight, before, atol=0.1)


def test_two_tied_layers_learn_and_are_merged_each_for_itself():
    model = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)]).double()
    model[1].weight = model[0].weight
    lora.adapt(model, 2, 8.0)
    for layer, value in zip(model, (1.0, -2.0), strict=True):
        nn.init.constant_(layer.parametrizations.weight[0].up, value)
    wanted = [layer.weight.detach().clone() for layer in model]
    lora.merge(model)
    for layer, weight in zip(model, wanted, strict=True):
        assert_close(layer.weight.detach(), weight)


def test_the_matrix_is_what_the_paper_says():
    """W + alpha / r up down (Hu et al. 2022, section 4.1)."""
    layer = nn.Linear(4, 6).double()
    weight = layer.weight.detach().clone()
    lora.adapt(layer, 2, 10.0)
    added = layer.parametrizations.weight[0]
    with torch.no_grad():
        added.up.normal_()
    assert (added.down.shape, added.up.shape) == ((2, 4), (6, 2))
    by_hand = torch.einsum("ik,kj->ij", added.up, added.down)
    assert_close(layer.weight, weight + 5.0 * by_hand)


@pytest.mark.parametrize("rank", [0, 4, -1])
def test_ranks_that_cannot_be_are_refused(rank):
    with refused(f"rank must lie in 1 .. 3: rank={rank}"):
        LowRank(5, 3, rank, 1.0)


def test_an_adapted_model_is_not_adapted_again():
    model = learned()
    with refused("layer 'encoder.blocks.0.own.layer.query' is adapted already"):
        lora.adapt(model, 2, 1.0)
    lora.merge(model)
    lora.adapt(model, 2, 1.0)
    assert any(parametrize.is_parametrized(m) for m in model.modules())


def mixed() -> nn.Sequential:
    """Layers of which the second is too small for rank 3, and the third has a
    matrix that is computed.
    """
    third = nn.utils.parametrizations.weight_norm(nn.Linear(2, 8))
    return nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2), third).double()


@pytest.mark.parametrize(
    ("rank", "without", "says"),
    [
        (3, ["2"], "layer '1': rank must lie in 1 .. 2: rank=3"),
        (3, ["1"], "the matrix of layer '2' is computed: leave it out"),
        (2, ["1", "3", "head"], "no linear layers: 3, head"),
    ],
)
def test_a_refused_model_stays_as_it_was(rank, without, says):
    model = mixed()
    before = dict(model.named_parameters())
    with refused(says):
        lora.adapt(model, rank, 1.0, without=without)
    after = dict(model.named_parameters())
    assert list(after) == list(before)
    assert all(after[n] is before[n] for n in before)
    assert all(p.requires_grad for p in after.values())


def test_layers_that_are_left_out_stay_frozen_and_as_they_are():
    """And a matrix that something else computes is not merged."""
    model, x = mixed(), torch.randn(5, 8).double()
    last, before = model[2].weight.detach().clone(), model(x)
    lora.adapt(model, 3, 1.0, without=("1", "2"))
    assert torch.equal(model(x), before)
    learns = [n for n, p in model.named_parameters() if p.requires_grad]
    assert learns == [
        f"0.parametrizations.weight.0.{n}" for n in ("down", "up")
    ]
    lora.merge(model)
    assert parametrize.is_parametrized(model[2], "weight")
    assert_close(model[2].weight, last)
    assert_close(model(x), before)


def test_the_same_generator_draws_the_same_beginning():
    """Whatever else has drawn numbers before."""

    def beginning(seed):
        model = mixed()
        generator = torch.Generator().manual_seed(seed)
        lora.adapt(model, 3, 1.0, without=("1", "2"), generator=generator)
        return model[0].parametrizations.weight[0].down

    assert torch.equal(beginning(1), beginning(1))
    assert not torch.equal(beginning(1), beginning(2))
