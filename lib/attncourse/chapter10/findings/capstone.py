"""What a language model of one text must beat, and what it has copied."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds, span
from attncourse.figures import tables

BEFORE = "no token before", "one token before", "two before", "three before"


def bar() -> Finding:
    """The model takes fewer bits than xz and than counting."""
    stored = results.load("capstone")
    scores, ngrams = stored.table("scores"), stored.table("ngrams")
    bits, counted = scores.column("bits"), ngrams.column("bits")
    xz = stored.value("xz_bits")
    assert max(bits) < min(xz, *counted), "each model beats all rivals"
    assert counted[0] > counted[1] > xz, "frequencies and pairs do not beat xz"
    names = [f"counting, {name}" for name in BEFORE]
    rivals = dict(zip(names, counted, strict=True)) | {"xz": xz}
    rivals["the language model"] = scores.mean("bits")
    rows = [{"what": k, "bits per byte": x} for k, x in rivals.items()]
    minutes = scores.mean("processor") / 60
    caption = f"""Bits per byte of the pieces that were held out. The model
    beats all others ({span(bits)}, {seeds(scores)}); one training takes
    {minutes:.0f} minutes of one processor."""
    return Finding("capstone.bar", tables.table(rows), caption, (stored,))


def copies() -> Finding:
    """What the model writes has no longer copies than what people wrote."""
    stored = results.load("capstone")
    scores = stored.table("scores")
    people = {
        name: stored.value(f"{name}_by_people")
        for name in ("copied", "longest")
    }
    model = {
        "copied": scores.mean("copied"),
        "longest": max(scores.column("longest")),
    }
    most = max(scores.column("copied"))
    assert most < 2 * people["copied"], "the model copies no long passages"
    rows = [
        {"text": name, "mean": one["copied"], "longest": one["longest"]}
        for name, one in {
            "held-out pieces": people,
            "samples of the model": model,
        }.items()
    ]
    caption = f"""The longest run of characters that stands in the training
    part, too. The {stored.recipe["drawn"]} samples of each model
    ({seeds(scores)}) hold no long passages of it."""
    return Finding("capstone.copies", tables.table(rows), caption, (stored,))
