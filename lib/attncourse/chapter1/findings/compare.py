"""What attention brings on real sentences: both translators, the difference by
length, and what running free costs.
"""

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    LABELS,
    PLAIN,
    kept,
    recorded,
    texts,
)
from attncourse.chapter1.live.translator import LiveTranslator
from attncourse.chapter1.recipes.compare import DRIFT
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, gained, length_labels
from attncourse.experiments.results import Table
from attncourse.figures import plots, tables

COLOURS = {"gris", "vert", "fluo", "blanc"}
LONGER = "compare-en-fr-longer"
LATE = 11  # the position of which the drift tells


def opening(*models: str) -> Finding:
    """The sentence that the book opens with: which colour belongs to what."""
    compared = results.load("compare-en-fr")
    case = compared.samples["cases"][0]
    back = {name: kept(case, name, COLOURS) for name in LABELS}
    assert sum(back[PLAIN]) < sum(back[ATTENTIVE]), "one vector loses colours"
    names = models or tuple(LABELS)
    rows = texts(case, names)
    counts = [
        f"{LABELS[name]} {sum(back[name])} of {len(back[name])}"
        for name in names
    ]
    caption = f"""Marked: words that the reference does not have at this point.
    Colour words in the right place: {", ".join(counts)}."""
    return Finding("compare.opening", tables.table(rows), caption, (compared,))


def cases(*models: str) -> Finding:
    """A bad, a typical and a good sentence, chosen by rank alone."""
    compared = results.load("compare-en-fr")
    names = models or tuple(LABELS)
    chosen = compared.samples["cases"][1:]
    ranks = [case["rank"] / case["of"] for case in chosen]
    assert ranks == sorted(ranks), "from the worst to the best"
    rows = []
    for title, case in zip(("bad", "typical", "good"), chosen, strict=True):
        rows += [{"case": title} | row for row in texts(case, names)]
    places = [f"{case['rank']}" for case in chosen]
    caption = f"""Numbers {", ".join(places[:-1])} and {places[-1]} of the
    {chosen[0]["of"]} test sentences with {compared.recipe["words"]} words or
    more, sorted by their BLEU with one vector. Marked: words that the
    reference does not have there."""
    return Finding("compare.cases", tables.table(rows), caption, (compared,))


def colours() -> Finding:
    """The more colours a sentence has, the more one vector gets wrong."""
    stored, longer = results.load("colours"), results.load(LONGER)
    table, each = stored.table("shares"), stored.recipe["each"]
    plain, attentive = (table.where(model=n).column("right") for n in LABELS)
    more = longer.table("colours")
    further = more.where(model="none").column("right")
    for side in (attentive, more.where(model="additive").column("right")):
        assert min(side) > 0.95, "attention keeps all of them"
    for side in (plain, further):
        assert side == sorted(side, reverse=True), "the more, the fewer right"
        assert side[0] > 0.95 > 0.2 > side[-1], "one is kept, four are not"
    figure = plots.bars(
        table.where(model=PLAIN).column("colours"),
        {
            LABELS[PLAIN]: plain,
            f"{LABELS[PLAIN]}, trained further": further,
            LABELS[ATTENTIVE]: attentive,
        },
        xlabel="colours in the sentence",
        ylabel="share of sentences, all colours right",
        alt="Share of sentences with all colours right, by their number.",
    )
    caption = f"""Two colours: one vector has both right in {plain[1]:.0%}
    ({further[1]:.0%} when trained until its validation loss rose). Four:
    {plain[3]:.0%} ({further[3]:.0%}). {each} sentences each; one training."""
    return Finding("compare.colours", figure, caption, (stored, longer))


def drift(model: str = PLAIN) -> Finding:
    """How much of what is missing comes from mistakes that were fed back in,
    shifts and chance left out.
    """
    compared = results.load("compare-en-fr")
    table = compared.table("drift").where(model=model)
    forced, free, found, chance = (table.column(n) for n in DRIFT)
    assert forced[0] == free[0], "at the first token there is nothing to force"
    ahead = all(a > b for a, b in zip(forced[3:], found[3:], strict=True))
    assert ahead, "from the fourth token on, forced is ahead"
    assert all(a > b for a, b in zip(found, chance, strict=True)), (
        "a translation has more of its reference than one of another sentence"
    )
    figure = plots.lines(
        table.column("position"),
        {
            "true tokens fed in": forced,
            "own tokens, anywhere": found,
            "own tokens, same position": free,
            "another sentence's translation, anywhere": chance,
        },
        xlabel="position in the reference (token)",
        ylabel="share of the reference's tokens",
        alt="Share of the reference's tokens found, by position.",
        limits=(0, 1),
    )
    (row,) = table.where(position=LATE).rows
    moved = row["found"] - row["free"]
    gap = row["forced"] - row["free"]
    assert moved > 0.5 * gap, "most have moved"
    caption = f"""Most of what looks like drift may be words that have only
    moved: at position {LATE}, {100 * moved:.0f} of {100 * gap:.0f} points."""
    return Finding("compare.drift", figure, caption, (compared,))


def bleu(*models: str) -> Finding:
    """BLEU of each model, with greedy search and with a beam."""
    sides = [results.load(name) for name in models or LABELS]
    for side in sides:
        assert side.value("bleu") > side.value("greedy_bleu"), (
            "the beam finds better translations"
        )
    wide = f"BLEU, beam of {sides[0].recipe['beam']}"
    rows = [
        {
            "model": LABELS[side.name],
            "BLEU, greedy": side.value("greedy_bleu"),
            wide: side.value("bleu"),
            "perplexity": side.value("perplexity"),
            "parameters": side.value("parameters"),
        }
        for side in sides
    ]
    caption = """One training for each model. With a perplexity of 5 a model is
    as unsure as among 5 equally likely tokens."""
    return Finding("compare.bleu", tables.table(rows), caption, tuple(sides))


def by_length() -> Finding:
    """BLEU falls with the length of the sentence, with attention less."""
    sides = [results.load(name) for name in LABELS]
    groups = sides[0].table("by_length")
    plain, attentive = (
        side.table("by_length").column("bleu") for side in sides
    )
    gaps = [a - p for a, p in zip(attentive, plain, strict=True)]
    assert min(gaps) > 0, "with attention every group is better"
    assert max(gaps) == gaps[-1], "the gap is largest for the longest sentences"
    figure = plots.bars(
        length_labels(groups),
        {LABELS[PLAIN]: plain, LABELS[ATTENTIVE]: attentive},
        xlabel="source length (words)",
        ylabel="BLEU",
        alt="Bars of BLEU for five groups of source length.",
    )
    caption = f"""Attention is {gaps[0]:.0f} BLEU ahead on the shortest
        sentences and {gaps[-1]:.0f} on the longest
        ({groups.column("sentences")[-1]} of 1,000). One training for each
        model."""
    return Finding("compare.by_length", figure, caption, tuple(sides))


def difference() -> Finding:
    """What attention brings, over all sentences and for each group of lengths,
    with its interval.
    """
    compared = results.load("compare-en-fr")
    everything, *rows = compared.tables["difference"]
    groups = Table("difference", rows)
    gains, low, high = (
        groups.column(name) for name in ("difference", "low", "high")
    )
    assert min(everything["low"], *low) > 0, "every interval lies above zero"
    assert gains[-1] > gains[0], (
        "the longest sentences gain more than the shortest"
    )
    figure = gained(
        groups,
        "with attention minus one context vector",
        "BLEU with attention minus BLEU with one context vector, for five "
        "groups of source length, "
        "with 95% intervals.",
    )
    caption = f"""Attention adds {everything["difference"]:.1f} BLEU
        [{everything["low"]:.1f}, {everything["high"]:.1f}] over all
        {everything["sentences"]:,} test sentences, most for the
        longest. The marks show 95% intervals; one training for each model."""
    return Finding("compare.difference", figure, caption, (compared,))


TRIES = (
    "a man in a red shirt and blue jeans holds a green umbrella while "
    "a woman in a yellow dress pushes a black bicycle.",
    "my name is Anna and I live in Paris.",
)
"""Sentences that wait for the models: one is long, one is no caption."""


def live() -> Finding:
    """Both translators on the reader's own sentence, beside stored ones."""
    stored = {name: results.load(name) for name in (PLAIN, ATTENTIVE)}
    labels = {PLAIN: "One context vector", ATTENTIVE: "With attention"}
    models = [(n, labels[n], stored[n].value("bytes")) for n in stored]
    ours = results.load("colours")
    examples = [
        *ours.samples["opening"],
        *recorded(*stored.values()),
        *({"sentence": text, "answers": []} for text in TRIES),
    ]
    shown = LiveTranslator(models, examples)
    caption = """One context vector carries the whole sentence; with attention
    the decoder looks at every word again. Wavy: words that only one of them
    wrote; +: a piece of a word."""
    return Finding("compare.live", shown, caption, (*stored.values(), ours))
