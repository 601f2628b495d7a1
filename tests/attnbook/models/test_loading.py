"""Weights in the place of fresh ones: the same model, and nothing drawn."""

import pytest
import torch

from attnbook.models import language_model, tagger, vit
from attnbook.models.loading import with_weights
from tests.toys import refused

HEAD = "head.bias"
MAKERS = {
    "language": lambda: language_model.build(language_model.Config(30, 16)),
    **{
        stem: lambda stem=stem: vit.build(vit.Config(stem=stem))
        for stem in vit.STEMS
    },
    **{
        encoding: lambda x=encoding: tagger.Tagger(tagger.Config(9, 9, x))
        for encoding in tagger.ENCODINGS
    },
}


@pytest.mark.parametrize("name", MAKERS)
def test_the_model_is_the_same_and_its_own(name):
    """A copy: the file may go, and nobody draws."""
    made = MAKERS[name]()
    weights, state = made.state_dict(), torch.get_rng_state()
    again = with_weights(MAKERS[name], weights)
    assert torch.equal(torch.get_rng_state(), state)
    for key, x in again.state_dict().items():
        assert torch.equal(x, weights[key])
        assert x.data_ptr() != weights[key].data_ptr()
    assert all(x.requires_grad for x in again.parameters())


def test_types_and_numbers_that_do_not_fit_are_named():
    """Whole counters may come as float16, as old files have them."""
    make = MAKERS["convolutions"]
    weights = make().state_dict()
    counter = next(x for x in weights if x.endswith("num_batches_tracked"))
    old = weights | {counter: torch.tensor(2048.0).half()}
    read = with_weights(make, old).state_dict()
    assert read[counter].equal(torch.tensor(2048))
    ones = torch.ones(10)
    for name, value, says in (
        (HEAD, ones.bool(), "torch.bool, not"),
        (HEAD, ones.to(torch.complex64), "torch.complex64"),
        (HEAD, ones.long(), "torch.int64"),
        (HEAD, 1e39 * ones.double(), "holds inf"),
        (counter, torch.tensor(True), "torch.bool, not torch.int64"),
        (counter, torch.tensor(torch.nan), "holds nan"),
        (counter, torch.zeros(1), r"is \(1,\), not \(\)"),
    ):
        with refused(f"{name}.*{says}"):
            with_weights(make, weights | {name: value})


def test_a_configuration_far_beyond_the_weights_costs_nothing():
    weights = MAKERS["language"]().state_dict()
    for sizes in ((2**24, 2**24), (30, 2, 1, 1, 2**24), (30, 2**24)):
        config = language_model.Config(*sizes)
        with refused(r"with \(.*\) it asks for far more than"):
            with_weights(lambda c=config: language_model.build(c), weights)
