"""Language models of English captions: the run behind the shipped one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import log
from typing import Any

import torch
from torch import Tensor

from attnbook import pretrained
from attnbook.data import batches, translation
from attnbook.data.tokenizer import START, STOP, Tokenizer
from attnbook.metrics import tokens
from attnbook.models import language_model
from attnbook.train import loop, sequences
from attnbook.train.settings import Averaged, Settings
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

SHOWN = 10  # tokens that each place names


@dataclass(frozen=True)
class Captions:
    """A causal language model of the English side of Multi30k. Captions that
    the validation or the test part has, too, are left out of the training.
    """

    name: str = "lm-captions"
    model: language_model.Config = language_model.Config(4000, dropout=0.2)
    pair: str = "en-fr"
    batch_tokens: int = 1600
    seed: int = 1
    settings: Settings = Averaged(
        epochs=16, rate=3e-3, warmup=400, schedule="linear", patience=16
    )
    # how the stored texts were drawn: temperature, top_k, top_p
    cuts: tuple[tuple[float, int | None, float], ...] = (
        (0.0, None, 1.0),
        (0.5, None, 1.0),
        (1.0, None, 1.0),
        (1.0, 10, 1.0),
        (1.0, None, 0.9),
    )
    beginnings: tuple[str, ...] = ("", "a man in a", "two dogs", "the")
    drawn: int = 3  # texts for each beginning and cut

    corpus = "multi30k"

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train it, write its weights, then measure the stored file."""
        workspace.check_writable(self.name)
        training, validation, test = parts(self.pair, self.corpus)

        def build(vocabulary: int) -> language_model.LanguageModel:
            config = replace(self.model, vocabulary=vocabulary)
            generator = torch.Generator().manual_seed(self.seed)
            return language_model.build(config, generator)

        model, words, history = sequences.fit_pairs(
            build,
            [(text, text) for text in training],
            [(text, text) for text in validation],
            self.settings,
            workspace.checkpoints(self.name, "run"),
            vocabulary=self.model.vocabulary,
            batch_tokens=self.batch_tokens,
            loss=sequences.next_loss,
            seed=self.seed,
            fingerprint={"recipe": asdict(self)},
            progress=progress,
        )
        path = pretrained.write(workspace.weights(self.name), model, words)
        shipped = pretrained.read(path)
        seen, asked = (
            [words.encode(text) for text in texts] for texts in (training, test)
        )
        near = batches.by_length([(text, text) for text in asked], 4000)
        loss = loop.evaluate(shipped.model, near, sequences.next_loss)
        alone = unigram(seen, asked, words)
        values = {
            "loss": (loss, "nats per token"),
            "perplexity": (tokens.perplexity(loss), "tokens"),
            "unigram_perplexity": (tokens.perplexity(alone), "tokens"),
            "train_captions": (len(training), "captions"),
            "test_tokens": (sum(map(len, asked)), "tokens"),
            "test_bytes": (size(test), "bytes"),
            "parameters": (
                sum(p.numel() for p in shipped.model.parameters()),
                "numbers",
            ),
            "bytes": (path.stat().st_size, "bytes"),
        }
        texts = self.texts(shipped)
        return workspace.write(
            self,
            seconds=history[-1]["seconds"],
            values=values,
            tables={"epochs": history},
            samples={"texts": texts, "followed": followed(shipped, texts)},
        )

    def texts(self, completer: pretrained.Completer) -> Rows:
        """What the model makes of each beginning, for each cut."""
        found: Rows = []
        for temperature, top_k, top_p in self.cuts:
            how: dict[str, Any] = {"temperature": temperature}
            how |= {"top_k": top_k, "top_p": top_p}
            for text in self.beginnings:
                drawn = completer.complete(
                    [text] * (self.drawn if temperature else 1),
                    seed=self.seed,
                    **how,
                )
                found.append(how | {"beginning": text, "texts": drawn})
        return found


CAPTIONS = Captions()


def followed(completer: pretrained.Completer, texts: Rows) -> Rows:
    """What the model expects along the first text that was drawn for each
    beginning without a cut, to its end.
    """
    plain = {"temperature": 1.0, "top_k": None, "top_p": 1.0}
    encode = completer.tokenizer.encode
    return [
        {
            "beginning": row["beginning"],
            "answers": [
                distributions(completer, encode(row["texts"][0]))
                | {"begun": len(encode(row["beginning"])) - 1}
            ],
        }
        for row in texts
        if plain.items() <= row.items()
    ]


@torch.no_grad()
def distributions(completer: Any, tokens: Sequence[int]) -> dict[str, Any]:
    """What the model expects at each place of tokens that may end with STOP:
    one place before each token, and one at the end of what has not stopped.

    "tokens" and their "pieces"; "bits", -log2 p of each; "vocabulary", how many
    tokens there are; "places", each with the SHOWN likeliest "tokens", their
    "pieces" and probabilities "p", how many are "left" of all, and the "share"
    of the probability that these have: a page cuts them.
    """
    words = completer.tokenizer
    read = tokens[:-1] if tokens[-1:] == [STOP] else tokens
    scores = completer.model(torch.tensor([[START, *read]]))[0]
    scores = scores.double().log_softmax(-1)
    said = scores[range(len(tokens)), tokens] / -log(2)
    places = [
        _place(words, tokens[max(t - 1, 0) : t], scores[t])
        for t in range(len(scores))
    ]
    return {
        "tokens": tokens,
        "pieces": words.pieces(tokens),
        "bits": _rounded(said, 2),
        "vocabulary": scores.shape[-1],
        "places": places,
    }


def _place(words: Any, before: Sequence[int], scores: Tensor) -> dict[str, Any]:
    """One of the places, after the token `before`, if there is one."""
    shown = scores.sort(descending=True, stable=True).indices[:SHOWN]
    return {
        "tokens": shown.tolist(),
        "pieces": [words.pieces([*before, k])[-1] for k in shown.tolist()],
        "p": _rounded(scores[shown].exp(), 4),
        "left": len(scores),
        "share": 1.0,
    }


def _rounded(numbers: Tensor, digits: int) -> list[float]:
    return [round(x, digits) for x in numbers.tolist()]


def size(texts: Sequence[str]) -> int:
    """Bytes of texts in UTF-8, with an end of line for each."""
    return sum(len(text.encode()) + 1 for text in texts)


def english(pair: str, part: str, corpus: str = "multi30k") -> list[str]:
    """The English side of a part of a corpus."""
    side = pair.split("-").index("en")
    return [both[side] for both in translation.load(corpus, pair, part)]


def parts(
    pair: str, corpus: str = "multi30k"
) -> tuple[list[str], list[str], list[str]]:
    """English captions to learn from, which stand in no other part, then those
    of the validation and of the test part.
    """
    training, validation, test = (
        english(pair, part, corpus) for part in ("train", "val", "test")
    )
    return apart(training, validation + test), validation, test


def normalised(text: str) -> str:
    """A sentence by its letters and digits alone, in lower case."""
    return "".join(filter(str.isalnum, text.lower()))


def apart(texts: list[str], others: list[str]) -> list[str]:
    """The texts that stand in no other, however they are written."""
    known = {normalised(text) for text in others}
    return [text for text in texts if normalised(text) not in known]


def unigram(
    training: list[list[int]], test: list[list[int]], words: Tokenizer
) -> float:
    """The loss per test token of a model that knows how often each token is,
    one count added to each.
    """
    counts = Counter(token for text in training for token in text)
    total = sum(counts.values()) + len(words)
    losses = [-log((counts[t] + 1) / total) for text in test for t in text]
    return sum(losses) / len(losses)
