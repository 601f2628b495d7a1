"""The Transformer: PyTorch's with the same weights, word by word as at once,
and what its tables hold.
"""

from dataclasses import replace

import pytest
import torch
from torch import nn

from attnbook import masks, positions
from attnbook.models import transformer
from attnbook.models.transformer import Config, Transformer
from tests.toys import assert_same, gradients, normal, refused

N, PAD = 17, 0
SMALL = Config(
    N, 8, 2, hidden=11, encoder_layers=3, decoder_layers=2, scaled=False
)
SOURCES = torch.tensor([[4, 9, 6, 2, 0], [8, 2, 0, 0, 0], [16, 3, 5, 7, 2]])
TARGETS = torch.tensor([[1, 5, 13, 2], [1, 12, 2, 0], [1, 2, 0, 0]])
pytestmark = pytest.mark.filterwarnings("ignore:enable_nested_tensor")
each_norm = pytest.mark.parametrize("norm", ["pre", "post"])


def build(seed: int = 1, **changes) -> Transformer:
    """A small model in float64 with large weights, so that it says something,
    ready to use.
    """
    generator = torch.Generator().manual_seed(seed)
    model = transformer.build(replace(SMALL, **changes), generator).double()
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(1.5)
        model.bias.normal_(generator=generator)
    return model.eval()


def stacks(**changes) -> nn.Transformer:
    """PyTorch's Transformer in float64 with nothing at 0 or 1."""
    sizes = {"num_encoder_layers": 3, "num_decoder_layers": 2}
    given = {"dim_feedforward": 11, "batch_first": True} | sizes | changes
    made = nn.Transformer(given.pop("d_model", 12), 3, **given).double().eval()
    for seed, parameter in enumerate(made.parameters()):
        with torch.no_grad():
            parameter.copy_(0.5 * normal(*parameter.shape, seed=seed))
    return made


@each_norm
@pytest.mark.parametrize("first", [True, False], ids=["batch", "words"])
def test_the_stacks_are_pytorchs(norm, first):
    """In value and gradient, with padded sources, each one's last
    normalisation included.
    """
    theirs = stacks(norm_first=norm == "pre", batch_first=first)
    model = Transformer.from_torch(theirs, N)
    assert (model.config.norm, model.training) == (norm, False)
    x, y = normal(3, 5, 12, seed=1), normal(3, 4, 12, seed=2)
    seen, causal, hidden = SOURCES != PAD, masks.causal(4), SOURCES == PAD
    memory = model.encoder(x, seen[:, None, None])
    ours = model.decoder(y, memory, causal, seen[:, None, None])
    source, target = (z if first else z.transpose(0, 1) for z in (x, y))
    read = theirs.encoder(source, src_key_padding_mask=hidden)
    wanted = theirs.decoder(
        target, read, ~causal[0, 0], memory_key_padding_mask=hidden
    )
    if not first:
        read, wanted = read.transpose(0, 1), wanted.transpose(0, 1)
    torch.testing.assert_close(memory[seen], read[seen])
    assert_same(ours, wanted, x, y)
    for one, other in ((model.encoder, "encoder"), (model.decoder, "decoder")):
        torch.testing.assert_close(
            power(ours, one), power(wanted, getattr(theirs, other))
        )


def power(out: torch.Tensor, stack: nn.Module) -> torch.Tensor:
    """Of the gradient by all weights, however they are cut into matrices."""
    return sum(g.square().sum() for g in gradients(out, *stack.parameters()))


def test_from_torch_builds_what_the_choices_say():
    theirs, choices = stacks().train(), {"tied": False, "pad": 3}
    one, other = (
        Transformer.from_torch(
            theirs, N, torch.Generator().manual_seed(1), **choices
        )
        for _ in range(2)
    )
    config = Config(N, 12, 3, 11, 3, 2, "post", dropout=0.1, **choices)
    assert (one.config, one.training) == (config, True)
    table, same = (x.embedding.weight for x in (one, other))
    assert table.dtype == torch.float64
    assert torch.equal(table, same)
    with pytest.raises(TypeError, match="norm"):
        Transformer.from_torch(theirs, N, norm="pre")


def test_from_torch_takes_what_is_frozen():
    theirs = stacks()
    theirs.encoder.requires_grad_(False)
    theirs.decoder.layers[0].linear1.bias.requires_grad_(False)
    model = Transformer.from_torch(theirs, N)
    assert not any(x.requires_grad for x in model.encoder.parameters())
    frozen = [
        n for n, x in model.decoder.named_parameters() if not x.requires_grad
    ]
    assert frozen == ["blocks.0.feed_forward.layer.wide.bias"]


NARROW = nn.TransformerDecoder(
    nn.TransformerDecoderLayer(9, 3), 2, nn.LayerNorm(12)
)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"activation": "gelu"}, "in activation: .*gelu"),
        ({"layer_norm_eps": 1e-6}, "in eps: .*1e-06"),
        ({"bias": False}, "in bias: .*False"),
        ({"custom_encoder": nn.Identity()}, r"\[\('Identity', 'NoneType'\)"),
        ({"custom_decoder": NARROW}, "in width: .*9"),
        (
            {"num_encoder_layers": 0, "num_decoder_layers": 0},
            r"in width: set\(\)",
        ),
    ],
)
def test_from_torch_refuses_what_ours_has_not(change, says):
    given = {"d_model": 12, "nhead": 3, "batch_first": True} | change
    with refused(says):
        Transformer.from_torch(nn.Transformer(**given), N)


@each_norm
@pytest.mark.parametrize("tied", [True, False], ids=["tied", "untied"])
def test_a_cached_step_is_the_whole_in_any_order_of_rows(norm, tied):
    """Rows are taken in any order, and several times."""
    model, rows = build(norm=norm, tied=tied), torch.tensor([2, 0, 2])
    whole = model(SOURCES, TARGETS).log_softmax(-1)
    state = model.start(SOURCES)
    for t in range(2):
        scores, state = model.step(state, TARGETS[:, t])
        torch.testing.assert_close(scores, whole[:, t])
    moved = model.reorder(state, rows)
    for t in range(2, 4):
        scores, moved = model.step(moved, TARGETS[rows, t])
        torch.testing.assert_close(scores, whole[rows, t])


@each_norm
def test_all_weights_and_states_are_those_of_forward(norm):
    """Each block is asked with what `forward` gave it."""
    model, calls = build(norm=norm), []
    blocks = *model.encoder.blocks, *model.decoder.blocks
    for block in blocks:
        block.register_forward_hook(lambda *call: calls.append(call))
    model(SOURCES, TARGETS)
    seen = [block.weights(*args[:4]) for block, args, _ in calls]
    words = [calls[0][1][0], *(out for _, _, out in calls[:3])]
    found = model.all_weights(SOURCES, TARGETS)
    cross, own = found["cross"], found["own"]
    wanted = [*found["encoder"], *own[:1], *cross[:1], *own[1:], *cross[1:]]
    flat = [*seen[:3], *seen[3], *seen[4]]
    for a, b in zip(flat + words, wanted + model.states(SOURCES), strict=True):
        assert torch.equal(a, b)
    assert torch.equal(model.weights(SOURCES, TARGETS), cross[0].mean(1))


def test_embeddings_are_scaled_then_their_positions_are_added():
    plain, scaled, placed = (
        build(positions=p, scaled=s).states(SOURCES)[0]
        for p, s in ((False, False), (False, True), (True, True))
    )
    torch.testing.assert_close(scaled, plain * 8**0.5)
    added = positions.sinusoidal(5, 8).double().expand(3, -1, -1)
    torch.testing.assert_close(placed - scaled, added, atol=1e-6, rtol=0)


def test_fresh_weights_are_as_said():
    config = Config(499, 64, hidden=96, dropout=1.0, tied=False, pad=498)
    model = transformer.build(config, torch.Generator().manual_seed(1))
    tables = model.embedding.weight, model.untied.written.weight
    for table in tables:
        assert not table[498].any()
        assert float(table.detach().std()) == pytest.approx(1 / 8, rel=0.02)
    for name, weight in model.named_parameters():
        if name.endswith("bias"):
            assert not weight.any(), name
        elif weight.dim() == 2 and all(weight is not x for x in tables):
            bound = (6 / sum(weight.shape)) ** 0.5
            assert 0.95 * bound < weight.abs().max() <= bound, name


def test_untied_tables_are_three_and_tied_ones_are_one():
    tied, untied = build(), build(tied=False)
    count = [sum(p.numel() for p in m.parameters()) for m in (tied, untied)]
    assert count[1] - count[0] == 2 * N * SMALL.width
    for model in (tied, untied):
        before = model(SOURCES, TARGETS)
        with torch.no_grad():
            # in the first source, in no target
            model.embedding.weight[9] += torch.arange(8)
        moved = (model(SOURCES, TARGETS) != before).flatten(2)
        assert moved[0, :, 1:].all()  # the table has zeros for padding
        assert moved[1:, :, 9].all() == (model is tied)


def test_dropout_acts_in_training_only():
    model = build(dropout=0.5)
    assert torch.equal(model(SOURCES, TARGETS), model(SOURCES, TARGETS))
    torch.manual_seed(1)
    model.train()
    assert not torch.equal(model(SOURCES, TARGETS), model(SOURCES, TARGETS))
    zeros = (model.states(SOURCES)[0][SOURCES != PAD] == 0).double().mean()
    assert 0.2 < zeros < 0.8, "of the embeddings, too"
