"""The places of a command line that could do no harm."""

import pytest
import torch

from attnbook import pretrained
from attnbook.data import tokenizer, translation
from attnbook.models import seq2seq
from attnbook.pretrained import translator as verbs
from tests.toys import multi30k


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    """A small corpus, runs, and a translator with random weights in the place
    of the shipped ones.
    """
    multi30k(tmp_path / "data", monkeypatch)
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    monkeypatch.setattr(verbs, "LIMIT", 13)
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path / "weights")
    words = tokenizer.train(
        (s for pair in translation.load() for s in pair), 151
    )
    model = seq2seq.build(
        seq2seq.Config(151, 7, 11, 13), torch.Generator().manual_seed(1)
    )
    for name in ("translate-en-fr-bahdanau", "other"):
        pretrained.write(
            tmp_path / "weights" / f"{name}.safetensors", model, words
        )
    return tmp_path
