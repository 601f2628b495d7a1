"""The recurrent models, batched and padded, equal the equations read aloud one
sentence at a time.
"""

from itertools import product

import pytest
import torch

from attnbook.models import decoder, seq2seq
from attncourse import spec
from tests.attnbook.models.toys import cell_of, decoded, real
from tests.toys import assert_same, refused

N, PAD = 17, 0
SIZES = {"vocabulary": N, "width": 3, "encoder": 5, "decoder": 7}
SOURCES = torch.tensor([[4, 9, 6, 2, 0], [8, 2, 0, 0, 0], [16, 3, 5, 7, 2]])
TARGETS = torch.tensor([[1, 5, 13, 2], [1, 12, 2, 0], [1, 2, 0, 0]])
ATTENTIONS = ["none", "additive", "dot", "general", "linear"]
EVERY_KIND = [
    *product(seq2seq.CELLS, (False, True), ATTENTIONS, decoder.WIRINGS)
]


def build(
    cell: str = "gru",
    bidirectional: bool = True,
    attention: str = "additive",
    wiring: str = "bahdanau",
) -> seq2seq.Seq2Seq:
    memory = {"decoder": 10 if bidirectional else 5}
    config = seq2seq.Config(
        **SIZES | (memory if attention == "dot" else {}),
        cell=cell,
        bidirectional=bidirectional,
        attention=attention,
        wiring=wiring,
        pad=PAD,
    )
    model = seq2seq.build(config, torch.Generator().manual_seed(3)).double()
    drawn = torch.Generator().manual_seed(4)
    torch.nn.init.normal_(model.decoder.bias, generator=drawn)
    return model


def encode_by_hand(
    model: seq2seq.Seq2Seq, tokens: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    config = model.config
    x = [model.decoder.embedding.weight[i] for i in tokens]
    parameters = dict(model.encoder.recurrence.named_parameters())
    zero = (x[0].new_zeros(config.encoder),) * 2

    def states(suffix: str, words: list) -> list:
        cell = cell_of(config.cell, parameters, suffix)
        return [h for h, _ in spec.recurrence(cell, words, zero)]

    forward = states("_l0", x)
    if not config.bidirectional:
        return torch.stack(forward), forward[-1]
    backward = states("_l0_reverse", x[::-1])
    pairs = zip(forward, backward[::-1], strict=True)
    memory = torch.stack([torch.cat(pair) for pair in pairs])
    return memory, torch.cat((forward[-1], backward[-1]))


@pytest.mark.parametrize(
    ("cell", "bidirectional", "attention", "wiring"), EVERY_KIND
)
def test_a_padded_batch_equals_the_equations_in_value_and_gradient(
    cell, bidirectional, attention, wiring
):
    """The logits; and what was read for them, no padding."""
    model = build(cell, bidirectional, attention, wiring)
    logits, weights = model.unroll(SOURCES, TARGETS)
    batched, by_hand = [], []
    for row, pair in enumerate(zip(SOURCES, TARGETS, strict=True)):
        source, target = map(real, pair)
        read = encode_by_hand(model, source)
        kind = {"attention": attention, "cell": cell}
        wanted, shares = decoded(model.decoder, *read, target, **kind)
        batched.append(logits[row, : len(target)])
        by_hand.append(wanted)
        if attention != "none":
            own = weights[row, : len(target)]
            torch.testing.assert_close(own[:, : len(source)], shares)
            assert (own[:, len(source) :] == 0).all()
    assert_same(torch.cat(batched), torch.cat(by_hand), *model.parameters())


@pytest.mark.parametrize("attention", ["additive", "dot", "general"])
def test_the_other_scores_do_see_the_query(attention):
    weights = build(attention=attention).weights(SOURCES, TARGETS)
    assert float((weights[0, 1:] - weights[0, :1]).detach().abs().max()) > 1e-4


def test_dropout_acts_in_training_only():
    """In three places: on the embeddings of the source, on those of the target,
    before the output.
    """
    config = seq2seq.Config(**SIZES, dropout=0.5)
    model = seq2seq.build(config, torch.Generator().manual_seed(3)).double()
    torch.manual_seed(0)
    assert not torch.equal(model(SOURCES, TARGETS), model(SOURCES, TARGETS))
    seen = []
    model.decoder.dropout.register_forward_hook(
        lambda _, args, out: seen.append(tuple(out.shape))
    )
    model(SOURCES, TARGETS)
    source, target = ((*x.shape, config.width) for x in (SOURCES, TARGETS))
    assert seen == [source, target, target]
    assert torch.equal(model.eval()(SOURCES, TARGETS), model(SOURCES, TARGETS))


def test_fresh_weights_lie_within_one_over_the_root_of_the_fan_in():
    weights = seq2seq.build(
        seq2seq.Config(**SIZES), torch.Generator().manual_seed(1)
    ).state_dict()
    assert (weights.pop("decoder.embedding.weight")[PAD] == 0).all()
    assert (weights.pop("decoder.bias") == 0).all()
    assert all(
        float(x.abs().max()) <= x.shape[-1] ** -0.5 for x in weights.values()
    )


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (SOURCES * torch.tensor([[1], [0], [1]]), r"lengths=\[4, 0, 5\]"),
        (SOURCES[:2, :0], r"at least one token: lengths=\[0, 0\]"),
        (SOURCES.flip(1), "row 0 has a token after it"),
    ],
    ids=["padding alone", "nothing", "padding before a token"],
)
def test_a_source_is_tokens_then_padding(source, says):
    with refused(says):
        build().start(source)
