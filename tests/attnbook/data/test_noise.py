"""What is hidden, how often, and that nothing else changes."""

import pytest
import torch

from attnbook.data import batches, noise
from attnbook.data.tokenizer import PAD, SPECIAL, STOP
from tests.toys import refused

HIDDEN = 50
LAW = {"share": 0.2, "kept": 0.25, "other": 0.5}


def generator(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_what_is_chosen_is_asked_and_nothing_else_changes():
    tokens = torch.randint(4, HIDDEN, (100, 100), generator=generator())
    tokens[:, 60:] = PAD
    tokens[:, 59] = STOP
    read, asked = noise.hide(tokens, HIDDEN, generator(), **LAW)
    chosen = asked != PAD
    assert torch.equal(asked[chosen], tokens[chosen])
    assert torch.equal(read[~chosen], tokens[~chosen])
    assert not chosen[:, 59:].any(), "no padding, no stop"
    assert float(chosen[:, :59].double().mean()) == pytest.approx(0.2, abs=0.02)
    hidden = (read == HIDDEN)[chosen].double().mean()
    assert float(hidden) == pytest.approx(0.25, abs=0.03)
    same = (read == tokens)[chosen].double().mean()
    assert float(same) == pytest.approx(0.25 + 0.5 / 46, abs=0.03)
    others = read[chosen & (read != HIDDEN) & (read != tokens)]
    assert len(SPECIAL) == others.min() < others.max() == HIDDEN - 1


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_spans_take_a_share_and_leave_the_rest_in_order(share):
    for seed in range(50):
        text = [*range(4, 4 + seed % 23), STOP]
        found = noise.drop_spans(text, HIDDEN, generator(seed), share=share)
        left = [token for token in found if token != HIDDEN]
        assert left == [token for token in text if token in left]
        assert len(text) - len(left) == round(share * (len(text) - 1))
        assert found[-1] == STOP


def test_spans_are_as_long_as_they_should_be_and_each_is_one_token():
    text = [*range(4, 204), STOP]
    found = noise.drop_spans(text, 999, generator(), share=0.3)
    spans = found.count(999)
    assert 60 / spans == pytest.approx(3, rel=0.5)
    again = noise.drop_spans(text, 999, generator(), share=0.3)
    assert again == found
    assert noise.drop_spans(text, 999, generator(2), share=0.3) != found


@pytest.mark.parametrize(
    ("law", "says"),
    [({"share": 1.1}, "share=1.1"), ({"kept": 0.6, "other": 0.6}, "other=1.2")],
)
def test_shares_that_cannot_be_are_refused(law, says):
    with refused(says):
        noise.hide(torch.tensor([[5, 6]]), 9, generator(), **law)
    with refused("share=-1.0"):
        noise.drop_spans([5, 2], 9, generator(), share=-1.0)


def test_a_batch_is_masked_and_infilled_by_its_targets():
    batch = batches.collate([([9], [5, 6, 7, STOP]), ([9, 9], [8, STOP])])
    masked = noise.masked(batch, HIDDEN, generator())
    read, asked = noise.hide(batch.target[:, 1:], HIDDEN, generator())
    assert torch.equal(masked.source, read)
    assert torch.equal(masked.target, asked)
    infilled = noise.infilled(batch, HIDDEN, generator())
    assert torch.equal(infilled.target, batch.target)
    drawn = generator()
    rows = [
        noise.drop_spans(text, HIDDEN, drawn)
        for text in ([5, 6, 7, STOP], [8, STOP])
    ]
    assert torch.equal(infilled.source, batches.pad(rows))
