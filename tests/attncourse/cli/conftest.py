"""The places of a command line that could do no harm."""

import pytest
import torch

from attnbook import pretrained
from attnbook.data import tokenizer, translation
from attnbook.models import seq2seq
from attnbook.pretrained import translator as verbs
from tests.toys import multi30k


@pytest.fixture(scope="session")
def translator(tmp_path_factory):
    """A translator with random weights, and tokens of a small corpus."""
    with pytest.MonkeyPatch.context() as patch:
        multi30k(tmp_path_factory.mktemp("data"), patch)
        sentences = [s for pair in translation.load() for s in pair]
    config = seq2seq.Config(151, 7, 11, 13)
    model = seq2seq.build(config, torch.Generator().manual_seed(1))
    return pretrained.Translator(model, tokenizer.train(sentences, 151))


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch, translator):
    """A small corpus, runs, and that translator in the place of the shipped
    ones.
    """
    multi30k(tmp_path / "data", monkeypatch)
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    monkeypatch.setattr(verbs, "LIMIT", 13)
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path / "weights")
    for name in ("translate-en-fr-bahdanau", "other"):
        pretrained.write(
            tmp_path / "weights" / f"{name}.safetensors",
            translator.model,
            translator.tokenizer,
        )
    return tmp_path
