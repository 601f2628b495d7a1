"""The loss of captions by hand, and a run over images."""

import pytest
import torch

from attnbook.data import batches, tokenizer
from attnbook.models import captioner
from attnbook.train import captions
from attnbook.train.settings import Settings

SAID = [(0, "a red dog"), (2, "a cat"), (0, "a red red dog"), (1, "a dog")]
WORDS = tokenizer.train([text for _, text in SAID], 30)
SETTINGS = Settings(epochs=2, rate=1e-2, warmup=2)


def pictures() -> torch.Tensor:
    """Three images of noise, 0 to 255."""
    generator = torch.Generator().manual_seed(1)
    return torch.randint(
        256, (3, 3, 8, 8), generator=generator, dtype=torch.uint8
    )


def build() -> captioner.Captioner:
    config = captioner.Config(
        len(WORDS),
        side=8,
        channels=(2, 5),
        hidden=7,
        width=3,
        units=11,
        dropout=0.0,
    )
    return captioner.build(config, torch.Generator().manual_seed(2))


def batch() -> batches.Batch:
    return batches.collate([([i], WORDS.encode(text)) for i, text in SAID])


def by_hand(model, seen: torch.Tensor) -> tuple:
    """One caption after the other, one token after the other."""
    total, count = torch.zeros(()), 0
    for i, text in SAID:
        tokens = [tokenizer.START, *WORDS.encode(text)]
        shown = seen[i : i + 1].float() / 255
        logits, _ = model.unroll(shown, torch.tensor([tokens[:-1]]))
        for t, answer in enumerate(tokens[1:]):
            total = total - logits[0, t].log_softmax(-1)[answer]
            count += 1
    return total, count


def per_token(total: torch.Tensor, count: int) -> float:
    return float(total.detach()) / count


def test_the_loss_is_that_of_the_definition():
    """Padding does not count; an image with two captions is shown twice."""
    model, seen = build(), pictures()
    total, count = captions.caption_loss(seen)(model, batch())
    expected, number = by_hand(model, seen)
    assert count == number
    torch.testing.assert_close(total, expected)
    name = "decoder.score.query.weight"
    parameter = dict(model.named_parameters())[name]
    torch.testing.assert_close(
        torch.autograd.grad(total, parameter),
        torch.autograd.grad(expected, parameter),
    )


def fit(folder=None, seen=None, said=SAID, model=None, **options):
    model = model or build()
    given = (pictures() if seen is None else seen, said)
    check = options.pop("check", SAID[:2])
    settings = options.pop("settings", SETTINGS)
    history = captions.fit(
        *(model, WORDS, given, (pictures(), check), settings, folder),
        **{"batch_tokens": 16, "progress": False} | options,
    )
    return model, history


def test_a_run_ends_ready_to_use_with_the_best_weights():
    model, history = fit()
    assert not model.training
    assert [row["epoch"] for row in history] == [1, 2]
    checked = [([i], WORDS.encode(text)) for i, text in SAID[:2]]
    last = captions.caption_loss(pictures())(model, batches.collate(checked))
    best = min(row["validation"] for row in history)
    assert per_token(*last) == pytest.approx(best, rel=1e-5)


def test_validation_is_as_blind_as_training():
    """With a rate of 0 nothing is learned: the loss is that before."""
    still = Settings(epochs=1, rate=0.0, warmup=1)
    rows = {}
    for name, options in {"plain": {}, "blind": {"blind": True}}.items():
        _, (row,) = fit(settings=still, check=SAID, **options)
        rows[name] = row["train"], row["validation"]
    assert rows["plain"][0] == pytest.approx(rows["plain"][1])
    assert rows["blind"][0] == pytest.approx(rows["blind"][1])
    white = torch.full_like(pictures(), 255)
    expected = per_token(*by_hand(build(), white))
    assert rows["blind"][1] == pytest.approx(expected)


def test_the_captions_are_part_of_the_run(tmp_path):
    fit(tmp_path)
    _, history = fit(tmp_path)
    assert len(history) == 2
    changes = {"said": SAID[:3]}, {"seed": 2}, {"fingerprint": {"x": 1}}
    for changed in changes:
        with pytest.raises(ValueError, match="belongs to another run"):
            fit(tmp_path, **changed)
