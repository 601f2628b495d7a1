"""Going on with a text, and how probable it is."""

import pytest
import torch

from attnbook import pretrained
from attnbook.data.tokenizer import START, STOP, train
from attnbook.models import language_model
from attnbook.pretrained import completer
from tests.attnbook.pretrained.toys import completer as build
from tests.toys import refused

KEPT = train(["Two cats", "a Dog", "Cats and dogs"], 60, lower=False)


@pytest.fixture(scope="module")
def model():
    return build()


def test_a_text_goes_on_with_the_most_probable_token(model, monkeypatch):
    """That is temperature 0, and each step of it."""
    whole = model.complete([" Two  CATS "], temperature=0)
    monkeypatch.setattr(completer, "LIMIT", 1)
    (found,) = model.complete(["two cats"], temperature=0)
    best = int(model.following("two cats").argmax())
    tokens = model.tokenizer.encode("two cats")[:-1]
    assert found == model.tokenizer.decode([*tokens, best])
    assert whole[0].startswith(found) and whole[0] != found
    (said,) = model.complete([""], temperature=0)
    assert said and not found.startswith(said)


def test_samples_depend_on_the_seed_alone(model):
    one, same, other = (
        model.complete(["a dog"] * 3, seed=seed) for seed in (1, 1, 2)
    )
    assert one == same != other
    assert len(set(one)) > 1, "one generator for all"
    greedy = model.complete(["a dog"], temperature=0)
    assert model.complete(["a dog"], top_k=1) == greedy
    assert model.complete(["a dog"], top_p=0.0) == greedy
    assert model.complete(["a dog"], temperature=1e-4) == greedy


@torch.no_grad()
def test_the_probability_of_a_text_is_the_product_of_its_tokens(model):
    tokens = [*model.tokenizer.encode("two cats sleep .")]
    assert tokens[-1] == STOP
    state, total, last = model.model.start(torch.tensor([[]]).long()), 0, START
    for token in tokens:
        scores, state = model.model.step(state, torch.tensor([last]))
        total, last = total + float(scores[0, token]), token
    found = model.log_probability("Two cats sleep .")
    assert found == pytest.approx(total, abs=1e-5)
    assert float(model.following("").sum()) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        ("two cats", TypeError, "a list of beginnings, not one string"),
        ([7], TypeError, "the text is no string: 7"),
        (["a \ud800"], ValueError, "the text is not Unicode text"),
        (["a " * 2000], ValueError, "has 3,999 characters"),
    ],
)
def test_what_is_no_text_is_refused(model, given, kind, says):
    with refused(says, kind):
        model.complete(given)


def test_a_model_that_sees_both_sides_neither_goes_on_nor_has_probabilities():
    both = build(causal=False)
    with refused("only a causal model writes on"):
        both.complete(["two cats"])
    with refused("only a causal model writes on"):
        both.log_probability("two cats")


class Letters:
    """A tokenizer of another make: one letter, one token, case kept."""

    letters = "".join(sorted({*"Two cats, a Dog."}))

    def __len__(self):
        return 4 + len(self.letters)

    def encode(self, text):
        return [*(4 + self.letters.index(x) for x in text), STOP]

    def decode(self, tokens):
        return "".join(self.pieces(t for t in tokens if t > STOP))

    def pieces(self, tokens):
        return [self.letters[t - 4] for t in tokens]


@pytest.mark.parametrize("words", [Letters(), KEPT], ids=["own", "case"])
def test_a_model_of_any_tokenizer_is_stored_and_completes(words, tmp_path):
    config = language_model.Config(len(words), width=8, heads=2, hidden=8)
    model = language_model.build(config, torch.Generator().manual_seed(0))
    path = pretrained.write(tmp_path / "lm.safetensors", model, words)
    found = pretrained.read(path, words)
    (text,) = found.complete(["Two cats"], seed=2)
    assert text.startswith("Two cats") and len(text) > len("Two cats")
    assert found.log_probability("a Dog") < 0
    if words is KEPT:
        assert pretrained.read(path).complete(["Two cats"], seed=2) == [text]
    else:
        with refused("give the one of this"):
            pretrained.read(path)
