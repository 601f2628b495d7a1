"""The language model of captions: what it expects, and what it writes."""

import math
from typing import Any

from attncourse.chapter10.live.completion import LiveCompletion
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import tables

CAPTIONS = "lm-captions"
FIRST = 1  # the recorded beginning that is shown first


def live() -> Finding:
    """The shipped language model on the reader's own prompt, beside
    recorded captions.
    """
    stored = results.load(CAPTIONS)
    models = [(CAPTIONS, "Language model", stored.value("bytes"))]
    examples = stored.samples["followed"]
    shown = LiveCompletion(models, examples, example=FIRST)
    caption = f"""What a causal model of {stored.value("parameters"):,}
    parameters expects after your prompt, and why. Click a token to continue
    with it."""
    return Finding("language.live", shown, caption, (stored,))


def perplexity() -> Finding:
    """The words before a token are worth a lot."""
    stored = results.load(CAPTIONS)
    alone, ours = (
        stored.value(name) for name in ("unigram_perplexity", "perplexity")
    )
    assert ours < alone / 10, "the context tells most"
    a_byte = stored.value("test_tokens") / stored.value("test_bytes")
    rows = [
        {
            "model": label,
            "perplexity": value,
            "bits per token": math.log2(value),
            "bits per byte": math.log2(value) * a_byte,
        }
        for label, value in {
            "token frequencies only": alone,
            "the language model": ours,
        }.items()
    ]
    caption = f"""On average a test token costs as much as a choice among
    {ours:.1f} equally likely tokens; a model that knows only token frequencies
    chooses among {alone:.1f}. One seed,
    {stored.value("test_tokens"):,} tokens."""
    table = tables.table(rows, digits=1)
    return Finding("language.perplexity", table, caption, (stored,))


def samples() -> Finding:
    """What the model writes after one prompt, by temperature and cut."""
    stored = results.load(CAPTIONS)
    chosen = stored.recipe["beginnings"][FIRST]
    shown = [
        one for one in stored.samples["texts"] if one["beginning"] == chosen
    ]
    assert len(shown) == len(stored.recipe["cuts"]), "each setting once"
    rows = [
        {"setting": _named(one), "text": text}
        for one in shown
        for text in one["texts"]
    ]
    caption = f"""One prompt, *{chosen}*, and {len(shown)} settings with the
    same random numbers: all {stored.recipe["drawn"]} samples of each, and the
    one greedy caption."""
    return Finding("language.samples", tables.table(rows), caption, (stored,))


def _named(one: dict[str, Any]) -> str:
    if not one["temperature"]:
        return "greedy"
    if one["top_k"]:
        return f"top-k {one['top_k']}"
    if one["top_p"] < 1:
        return f"top-p {one['top_p']:g}"
    return f"τ = {one['temperature']:g}"
