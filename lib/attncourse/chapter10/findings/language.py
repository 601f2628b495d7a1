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
    caption = f"""What a causal language model of
    {stored.value("parameters"):,} parameters, trained on
    {stored.value("train_captions"):,} captions, expects after your own
    beginning. Click a token to continue with it, or sample one from what
    temperature, top-k and top-p keep; click a token of the caption to see what
    the model expected there. The first {len(examples)} beginnings are recorded,
    each with the first caption that was sampled for it without a cut."""
    return Finding("language.live", shown, caption, (stored,))


def perplexity() -> Finding:
    """The words before a token are worth a lot."""
    stored = results.load(CAPTIONS)
    alone, ours = (
        stored.value(name) for name in ("unigram_perplexity", "perplexity")
    )
    assert ours < alone / 10, "the context tells most"
    rows = [
        {
            "model": label,
            "perplexity": value,
            "bits per token": math.log2(value),
        }
        for label, value in {
            "how often each token occurs": alone,
            "the language model": ours,
        }.items()
    ]
    caption = f"""The model is as unsure as between {ours:.1f} equally likely
    tokens; without the words before, it would be {alone:.1f}.
    On {stored.value("test_tokens"):,} tokens of test captions, their ends
    included. One seed."""
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
