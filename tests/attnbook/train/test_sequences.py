"""Sentence pairs to a trained model, and the loss of a token."""

import pytest
import torch

from attnbook.data import batches, tokenizer
from attnbook.models import language_model, seq2seq, transformer
from attnbook.models.transformer import Config, Transformer
from attnbook.train import sequences
from attnbook.train.loss import cross_entropy
from attnbook.train.settings import Settings
from tests.toys import assert_same, refused

PAIRS = [
    ("a dog runs .", "un chien court ."),
    ("two cats sleep .", "deux chats dorment ."),
    ("a cat .", "un chat ."),
]
SETTINGS = Settings(epochs=2, warmup=2)


def build(vocabulary: int) -> seq2seq.Seq2Seq:
    return seq2seq.build(
        seq2seq.Config(vocabulary, 7, 11, 13), torch.Generator().manual_seed(1)
    )


TINY = {"width": 8, "heads": 2, "hidden": 11, "encoder_layers": 1}


def small(vocabulary: int) -> Transformer:
    return transformer.build(
        Config(vocabulary, **TINY), torch.Generator().manual_seed(1)
    )


def fit(folder=None, pairs=PAIRS, settings=SETTINGS, **options):
    common = {"vocabulary": 61, "batch_tokens": 20, "progress": False}
    return sequences.fit_pairs(
        build, pairs, PAIRS[:1], settings, folder, **common | options
    )


def test_the_loss_is_that_of_real_tokens_and_their_number():
    model = build(17).double()
    batch = batches.collate([([4, 5, 2], [6, 2]), ([7, 2], [8, 9, 10, 2])])
    total, count = sequences.token_loss(model, batch, 0.1)
    logits = model(batch.source, batch.target[:, :-1])
    wanted = batch.target[:, 1:]
    assert count == 2 + 4
    assert total == cross_entropy(logits, wanted, tokenizer.PAD, 0.1)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_the_loss_of_real_tokens_alone_is_that_of_all(smoothing):
    model = small(17).double()
    batch = batches.collate([([4, 5, 2], [6, 2]), ([7, 2], [8, 9, 10, 2])])
    total, count = sequences.real_loss(model, batch, smoothing)
    wanted, tokens = sequences.token_loss(model, batch, smoothing)
    assert count == tokens == 2 + 4
    assert_same(total, wanted, *model.parameters())
    seen = []
    model.logits = lambda x: (
        seen.append(x.shape) or Transformer.logits(model, x)
    )
    sequences.real_loss(model, batch)
    assert seen == [(6, 8)]


def test_a_model_has_as_many_tokens_as_its_tokenizer():
    model, words, history = fit()
    assert model.config.vocabulary == len(words) <= 61
    assert not model.training
    assert [row["epoch"] for row in history] == [1, 2]


def test_smoothing_is_for_training_only():
    """Validation is the plain cross-entropy: with a rate of nearly zero it is
    the same with smoothing and without.
    """
    still = Settings(epochs=1, warmup=1, rate=0.0)
    one, other = (fit(settings=still, smoothing=s)[2] for s in (0.0, 0.3))
    assert one[0]["validation"] == other[0]["validation"]
    assert one[0]["train"] != other[0]["train"]


def test_a_run_of_other_pairs_is_refused(tmp_path):
    fit(tmp_path)
    with refused("belongs to another run"):
        fit(tmp_path, pairs=PAIRS[:2])


@pytest.mark.parametrize(
    ("field", "value", "shown"),
    [
        ("norm", "post", "norm, there: pre"),
        ("dropout", 0.1, "dropout, there: 0.0"),
        ("smoothing", 0.2, "loss.smoothing, there: 0.0"),
        ("batch_tokens", 10, "batches.batch_tokens, there: 20"),
    ],
)
def test_a_finished_run_is_not_handed_to_another(tmp_path, field, value, shown):
    """Whatever differs: of the model, of its batches, of its loss."""

    def train(batch_tokens=20, smoothing=0.0, **sizes):
        model = transformer.build(Config(31, **TINY | sizes))
        data = [([4, 5, 2], [6, 2]), ([7, 2], [8, 9, 2])]
        how = {"batch_tokens": batch_tokens, "smoothing": smoothing}
        sequences.fit(
            model, data, data, SETTINGS, tmp_path, progress=False, **how
        )

    train()
    train()
    with refused(f"(?s)belongs to another run.*{shown}"):
        train(**{field: value})


def test_the_loss_of_hidden_tokens_counts_nothing_else():
    config = language_model.Config(18, 8, 2, 11, 1, causal=False)
    model = language_model.build(config).double()
    read = torch.tensor([[5, 17, 7, 2], [17, 17, 0, 0]])
    asked = torch.tensor([[0, 6, 0, 0], [8, 9, 0, 0]])
    total, count = sequences.hidden_loss(model, batches.Batch(read, asked))
    scores = model(read).log_softmax(-1)
    by_hand = -scores[0, 1, 6] - scores[1, 0, 8] - scores[1, 1, 9]
    assert count == 3
    assert_same(total, by_hand, *model.parameters())


def test_noise_is_drawn_anew_in_every_epoch_but_for_validation():
    seen = []

    def noisy(batch, generator):
        seen.append(float(torch.rand((), generator=generator)))
        return batch

    pairs = [([4, 2], [5, 2]), ([6, 2], [7, 2])]
    how = {"batch_tokens": 90, "noise": noisy, "progress": False}
    for _ in range(2):
        history = sequences.fit(small(9), pairs, pairs[:1], SETTINGS, **how)
    assert len(history) == 2
    first, second = seen[: len(seen) // 2], seen[len(seen) // 2 :]
    assert first == second, "the same run again"
    assert len(set(first)) >= 3, "validation, and an epoch each"
