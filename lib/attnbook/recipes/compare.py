"""The two translators against each other and against baselines that learn nothing, on the same test sentences."""

from dataclasses import dataclass
from typing import Any

from attnbook.data import translation
from attnbook.metrics.bleu import bleu, bootstrap
from attnbook.recipes.place import Place
from attnbook.recipes.translate import BAHDANAU, SEQ2SEQ, Translate, by_length, length_groups
from attnbook.results import Result


@dataclass(frozen=True)
class Compare:
    """BLEU of `first` minus BLEU of `second`, from the translations in their results."""

    name: str = "compare-en-fr"
    first: Translate = BAHDANAU
    second: Translate = SEQ2SEQ
    resamples: int = 1000
    ngrams: int = 2  # words in the longest run that makes two sentences similar

    def run(self, place: Place, *, progress: bool = True) -> Result:
        """Compare over all sentences and for each group of lengths; nothing is trained, so there is no progress."""
        pair = self.first.pair
        sources, references = map(list, zip(*translation.load("multi30k", pair, "test"), strict=True))
        sides = [place.stored(side.name).samples["hypotheses"] for side in (self.first, self.second)]
        everything = {(1, max(len(s.split()) for s in sources)): list(range(len(sources)))}
        rows = []
        for (shortest, longest), chosen in (everything | length_groups(self.first, sources)).items():
            first, second, truth = ([x[i] for i in chosen] for x in (*sides, references))
            difference, low, high = bootstrap(first, second, truth, self.resamples)
            group = {"shortest": shortest, "longest": longest, "sentences": len(chosen)}
            rows.append(group | {"difference": difference, "low": low, "high": high})
        tables = {"difference": rows, "baselines": baselines(self, sources, references)}
        return place.write(self, seconds=0.0, tables=tables)


COMPARE = Compare()


def baselines(recipe: Compare, sources: list[str], references: list[str]) -> list[dict[str, Any]]:
    """Two ways to translate without learning: leave the sentence as it is; look up the most similar known one."""
    from sklearn.feature_extraction.text import TfidfVectorizer  # takes a second to import, and only this needs it

    training = translation.load("multi30k", recipe.first.pair, "train")
    vectors = TfidfVectorizer(ngram_range=(1, recipe.ngrams)).fit([source for source, _ in training])
    similarity = vectors.transform(sources) @ vectors.transform([source for source, _ in training]).T
    nearest = [training[i][1] for i in similarity.argmax(1).A1]
    rows = []
    for name, output in (("source left as it is", sources), ("nearest training sentence", nearest)):
        whole = {"shortest": 1, "longest": max(len(s.split()) for s in sources), "sentences": len(sources)}
        groups = [whole | {"bleu": bleu(output, references)[0]}, *by_length(recipe.first, sources, references, output)]
        rows += [{"baseline": name} | group for group in groups]
    return rows
