"""The scoreboard: all models of the course on held-out data, from the result
files.
"""

from math import log2
from operator import itemgetter

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds
from attncourse.experiments.results import Result
from attncourse.figures import tables

FRENCH = {
    "translate-en-fr-seq2seq": "seq2seq",
    "translate-en-fr-bahdanau": "Bahdanau",
    "bahdanau-same-tokens": "Bahdanau, trained longer",
    "translate-en-fr-transformer": "Transformer, 4 + 2 layers",
    "translate-en-fr-even": "Transformer, 3 + 3 layers",
}
ATTENTION = {"none": "no attention", "attention": "attention over a grid"}


def translation() -> Finding:
    """Each translator on the 1,000 test sentences of Multi30k."""
    stored = {name: results.load(name) for name in FRENCH}
    measured = results.load("fair-en-fr")
    others = {row["model"]: row for row in measured.table("models").rows}
    rows = [
        {
            "English to French": FRENCH[name],
            "greedy": one.value("greedy_bleu"),
            "beam": one.value("bleu"),
            "Moses": others[name]["moses_bleu"],
            "chrF": others[name]["chrf"],
            "perplexity": one.value("perplexity"),
            "millions": one.value("parameters") / 1e6,
            "minutes": round(_seconds(one) / 60),
        }
        for name, one in stored.items()
    ]
    for column in ("beam", "Moses", "chrF"):
        scores = [row[column] for row in rows]
        assert scores == sorted(scores), "each of them translates better"
    signatures = {one.value("signature") for one in stored.values()}
    assert len(signatures) == 1, "measured in one way"
    recipes = [one.recipe.get("base", one.recipe) for one in stored.values()]
    beams = {recipe["beam"] for recipe in recipes}
    assert len(beams) == 1, "and with one beam"
    caption = f"""BLEU: greedy, with a beam of {beams.pop()}, and with that
    beam on Moses's tokens; chrF; perplexity per reference token; millions of
    parameters; minutes of training, by the clock. One seed: less than a point
    may be chance."""
    return Finding(
        "scoreboard.translation",
        tables.table(rows, digits=1),
        caption,
        (*stored.values(), measured),
    )


def _seconds(one: Result) -> float:
    """Of the training that is kept."""
    if "search" not in one.tables:
        return float(one.made["seconds"])
    epochs = one.table("epochs").where(dropout=one.value("dropout"))
    return float(epochs.column("seconds")[-1])


def images() -> Finding:
    """What models of images get right that they have not seen."""
    scenes, digits, photographs = (
        results.load(name)
        for name in ("caption-scenes", "vision-digits", "vit-cifar")
    )
    described = scenes.table("scores")
    rows = [
        {
            "task": "captions of scenes: attributes",
            "model": label,
            "accuracy": described.where(variant=kind, split="test").mean(
                "slots"
            ),
        }
        for kind, label in ATTENTION.items()
    ]
    most = max(digits.table("scores").column("images"))
    rows += [
        {
            "task": f"digits, {most:,} for training",
            "model": kind,
            "accuracy": digits.table("scores")
            .where(kind=kind, shuffled=0, images=most)
            .mean("test"),
        }
        for kind in ("ViT", "CNN", "MLP")
    ]
    accuracy = photographs.value("accuracy")
    rows.append(
        {
            "task": "CIFAR-10",
            "model": "ViT, small, on convolutions",
            "accuracy": accuracy,
        }
    )
    return Finding(
        "scoreboard.images",
        tables.table(rows, digits=3),
        f"""Accuracy is measured on test images: scenes, {seeds(described)};
        digits, {seeds(digits.table("scores"))}; CIFAR-10, one seed.""",
        (scenes, digits, photographs),
    )


def language() -> Finding:
    """Bits per byte of texts that a model has not read."""
    captions, own = (results.load(name) for name in ("lm-captions", "capstone"))
    each = captions.value("test_tokens") / captions.value("test_bytes")
    rows = [
        {
            "text": "captions",
            "model": label,
            "bits per byte": log2(captions.value(name)) * each,
        }
        for name, label in {
            "unigram_perplexity": "unigram model",
            "perplexity": "Transformer",
        }.items()
    ]
    grams = min(own.table("ngrams").rows, key=itemgetter("bits"))
    rows += [
        {"text": "Python's reference", "model": name, "bits per byte": bits}
        for name, bits in {
            "xz, after the training text": own.value("xz_bits"),
            f"n-grams of up to {grams['before'] + 1} tokens": grams["bits"],
            "Transformer": own.table("scores").mean("bits"),
        }.items()
    ]
    return Finding(
        "scoreboard.language",
        tables.table(rows, digits=2),
        "Bits per byte on held-out text.",
        (captions, own),
    )
