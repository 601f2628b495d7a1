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
    """The shipped language model on the reader's own beginning, beside
    recorded captions.
    """
    stored = results.load(CAPTIONS)
    models = [(CAPTIONS, "Language model", stored.value("bytes"))]
    examples = stored.samples["followed"]
    shown = LiveCompletion(models, examples, example=FIRST)
    caption = f"""What a causal model of {stored.value("parameters"):,}
    parameters expects after your beginning, and why. Click a token to continue
    with it. The first {len(examples)} beginnings are recorded."""
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
            "how often each token occurs": alone,
            "the language model": ours,
        }.items()
    ]
    caption = f"""The model is on average as uncertain as if it had to choose
    among {ours:.1f} tokens; without the words before, among {alone:.1f}. One
    seed, {stored.value("test_tokens"):,} tokens of test captions."""
    table = tables.table(rows, digits=1)
    return Finding("language.perplexity", table, caption, (stored,))


def samples() -> Finding:
    """What the model writes after one beginning, by temperature and cut."""
    stored = results.load(CAPTIONS)
    chosen = stored.recipe["beginnings"][FIRST]
    rows = [
        {
            "temperature": f"{one['temperature']:g}",
            "cut": _named(one),
            "text": one["texts"][-1],
        }
        for one in stored.samples["texts"]
        if one["beginning"] == chosen
    ]
    assert len(rows) == len(stored.recipe["cuts"]), "one for each setting"
    caption = f"""One beginning, *{chosen}*, and {len(rows)} settings: for each
    the last of {stored.recipe["drawn"]} samples, or the greedy caption
    (temperature 0)."""
    return Finding("language.samples", tables.table(rows), caption, (stored,))


def _named(one: dict[str, Any]) -> str:
    if one["top_k"]:
        return f"top-k {one['top_k']}"
    return f"top-p {one['top_p']:g}" if one["top_p"] < 1 else "none"
