"""What the cost model says is what PyTorch counts, keeps and stores."""

import pytest
import torch
from torch.autograd.graph import saved_tensors_hooks
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from attnbook import costs
from attnbook.models import language_model, transformer, vit
from tests.toys import refused

TODAY = {
    "normalisation": "rms",
    "feed_forward": "swiglu",
    "positions": "rotary",
    "key_heads": 2,
    "bias": False,
}
GPT = {"positions": "learned", "context": 128, "feed_forward": "gelu"}
SIZES = [(64, 4, 192), (256, 4, 1024)]
CASES = [
    *((language_model, (500, *s, 2), {}, (128,)) for s in SIZES),
    *((language_model, (500, *s, 3), TODAY, (300,)) for s in SIZES),
    (language_model, (500, *SIZES[0], 2), GPT, (128,)),
    *(
        (language_model, (500, 64, 4, hidden, 2), TODAY | named, (300,))
        for hidden in (0, 192)
        for named in (
            {"key_heads": 0},
            {"positions": "sinusoidal"},
            {"feed_forward": "relu"},
            {"key_heads": 0, "feed_forward": "relu"},
        )
    ),
    (language_model, (500, 64, 4, 96, 2), {"causal": False}, (128,)),
    *((transformer, (500, *s, 2, 3), {}, (120, 200)) for s in SIZES),
    *((vit, (64, 4, 3, 10, *s, 2), {}, ()) for s in SIZES),
]
"""A model's module, the fields of its configuration, and how long what it reads
is.
"""
BATCH = 2


def made(home, fields, named):
    config = home.Config(*fields, **named)
    return config, home.build(config).train()


def called(home, model, lengths):
    """The model on a batch."""
    drawn = torch.Generator().manual_seed(1)
    if home is vit:
        side = model.config.side
        return model(torch.rand(BATCH, 3, side, side, generator=drawn))
    return model(
        *(
            torch.randint(4, 500, (BATCH, n), generator=drawn)
            for n in reversed(lengths)
        )
    )


def loss(logits):
    """That of any classes."""
    logits = logits.flatten(0, -2)
    wanted = torch.zeros(len(logits), dtype=torch.int64)
    return torch.nn.functional.cross_entropy(logits, wanted)


def kept_by(call, model):
    """Numbers that autograd keeps, each storage once, the model's apart."""
    own = {p.untyped_storage().data_ptr() for p in model.parameters()}
    kept = {}

    def pack(x):
        storage = x.untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = storage
        return x

    with saved_tensors_hooks(pack, lambda x: x):
        call()
    return sum(storage.nbytes() for storage in kept.values()) / 4


@pytest.mark.parametrize(("home", "fields", "named", "lengths"), CASES)
def test_operations_parameters_and_what_is_kept(home, fields, named, lengths):
    config, model = made(home, fields, named)
    found = costs.costs(config, BATCH, *lengths)
    with sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as flops:
        out = called(home, model, lengths)
    assert found.operations == flops.get_total_flops()
    with sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as back:
        out.sum().backward()
    assert back.get_total_flops() == pytest.approx(
        2 * found.operations, rel=0.05
    )
    assert found.parameters == sum(p.numel() for p in model.parameters())
    kept = kept_by(lambda: loss(called(home, model, lengths)), model)
    assert found.kept == pytest.approx(kept, rel=0.05)


@pytest.mark.parametrize("named", [{}, TODAY])
def test_the_cache_of_a_language_model(named):
    config, model = made(language_model, (500, *SIZES[0], 2), named)
    tokens = torch.full((BATCH, 9), 7)
    state = model.start(tokens[:, :0])
    for token in tokens.T:
        _, state = model.step(state, token)
    numbers = sum(x.numel() for cache in state for x in cache.pair)
    assert costs.costs(config, BATCH, 9).cached == numbers


def test_a_model_that_no_machine_here_could_hold():
    """Llama of 7 billion: 6.7 billion numbers, half a MB of cache a token."""
    config = language_model.Config(
        32000, 4096, 32, 11008, 32, **TODAY | {"key_heads": 0}
    )
    found = costs.costs(config, 1, 2048)
    assert found.parameters == pytest.approx(6.6e9, rel=0.01)
    assert found.cached * 2 == 2048 * 524288


def test_what_is_not_counted_is_refused():
    with pytest.raises(TypeError, match=r"no costs of builtins\.dict"):
        costs.costs({}, 1)
    with refused("normalisation='none'"):
        costs.costs(transformer.Config(500, normalisation="none"), 1, 9, 9)
    with refused("stem='convolutions'"):
        costs.costs(vit.Config(32, 4, stem="convolutions"), 1)
