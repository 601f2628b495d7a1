"""The strips are what the model expects."""

import pytest
import torch
import traitlets

from attncourse.chapter10.live.sampling import NAMED, LiveSampling
from tests.attnbook.pretrained.toys import completer as build

TEXTS = ("two cats", "")


@pytest.fixture(scope="module")
def completer():
    return build()


def test_a_strip_is_the_distribution_after_its_text(completer):
    made = LiveSampling(completer, TEXTS)
    for strip, text in zip(made.strips, TEXTS, strict=True):
        p = completer.following(text).double()
        ours = 10 ** torch.tensor(strip["scores"]).double()
        assert (ours - p.sort(descending=True).values).abs().max() < 0.012
        assert strip["scores"] == sorted(strip["scores"], reverse=True)
        before = completer.tokenizer.encode(text)[:-1][-1:]
        best = completer.tokenizer.pieces([*before, int(p.argmax())])[-1]
        assert strip["pieces"][0] == best
        assert len(strip["pieces"]) == min(NAMED, len(p))


def test_its_picture_names_the_texts(completer):
    assert "after two cats" in LiveSampling(completer, TEXTS).still().alt


def test_no_other_choice(completer):
    most = len(completer.tokenizer)
    for choice in ({"top_k": 0}, {"top_k": most + 1}, {"top_p": 0.0}):
        with pytest.raises(traitlets.TraitError):
            LiveSampling(completer, TEXTS, **choice)
