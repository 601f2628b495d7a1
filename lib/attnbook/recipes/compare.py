"""The two translators against each other and against baselines that learn nothing, on the same test sentences."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sklearn.feature_extraction.text import TfidfVectorizer

from attnbook import results
from attnbook.data import translation
from attnbook.metrics import bleu as metrics
from attnbook.recipes import record
from attnbook.recipes.translate import by_length, length_groups


@dataclass(frozen=True)
class Comparison:
    """BLEU of `first` minus BLEU of `second`, from their result files."""

    name: str = "compare-en-fr"
    first: str = "translate-en-fr-bahdanau"
    second: str = "translate-en-fr-seq2seq"
    pair: str = "en-fr"
    resamples: int = 1000


RECIPES = {"compare-en-fr": Comparison()}


def train(recipe: Comparison, measured: Path, *, progress: bool = True) -> dict[str, Any]:
    """Compare and write the result file; `progress` is there because every recipe has it."""
    sources, references = map(list, zip(*translation.load("multi30k", recipe.pair, "test"), strict=True))
    sides = [results.load(name)["hypotheses"] for name in (recipe.first, recipe.second)]
    everything = {(1, max(len(s.split()) for s in sources)): list(range(len(sources)))}
    rows = []
    for (low, high), chosen in (everything | length_groups(sources)).items():
        first, second, truth = ([x[i] for i in chosen] for x in (*sides, references))
        difference = metrics.bootstrap(first, second, truth, recipe.resamples)
        interval = {"value": difference.value, "low_end": difference.low, "high_end": difference.high}
        rows.append({"low": low, "high": high, "sentences": len(chosen), **interval})
    return record.write(measured, asdict(recipe) | {"rows": rows, "baselines": baselines(recipe, sources, references)})


def baselines(recipe: Comparison, sources: list[str], references: list[str]) -> list[dict[str, Any]]:
    """Two ways to translate without learning: leave the sentence as it is; look up the most similar known one."""
    training = translation.load("multi30k", recipe.pair, "train")
    vectors = TfidfVectorizer(ngram_range=(1, 2)).fit([source for source, _ in training])
    similarity = vectors.transform(sources) @ vectors.transform([source for source, _ in training]).T
    nearest = [training[i][1] for i in similarity.argmax(1).A1]
    return [
        {"name": name, "bleu": metrics.bleu(output, references)[0], "by_length": by_length(sources, references, output)}
        for name, output in (("source left as it is", sources), ("nearest training sentence", nearest))
    ]
