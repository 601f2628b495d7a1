"""What attention brings on real sentences: both translators, two baselines, and
the difference by length.
"""

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    LABELS,
    PLAIN,
    kept,
    texts,
)
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, gained, length_labels
from attncourse.experiments.results import Result, Table
from attncourse.figures import plots, tables

COLOURS = {"gris", "vert", "fluo", "blanc"}


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
    caption = f"""Test sentence {case["sentence"]}, chosen because its colours
    can be counted. Marked: words that the reference does not have at this
    point. Colour words of the reference ({", ".join(sorted(COLOURS))}) that
    come back in the right place: {", ".join(counts)}. Both models searched
    with {_beam()}."""
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
    caption = f"""The {chosen[0]["of"]} test sentences of
    {compared.recipe["words"]} words or more are sorted by their BLEU with one
    context vector; these are numbers {", ".join(places[:-1])} and {places[-1]}
    from the worst. Marked: words that the reference does not have there. Both
    models searched with {_beam()}."""
    return Finding("compare.cases", tables.table(rows), caption, (compared,))


def beams() -> Finding:
    """A wider beam helps at first; from some width on it does not."""
    compared = results.load("compare-en-fr")
    curves = {
        LABELS[name]: compared.table("beams").over(
            by="width", of="bleu", where={"model": name}
        )
        for name in LABELS
    }
    for curve in curves.values():
        five = curve.mean[curve.x.index(5)]
        assert five > curve.mean[0], "a beam of 5 beats greedy search"
        assert max(curve.mean) - five < 1, "no wider beam brings a point more"
    widths = curves[LABELS[PLAIN]].x
    figure = plots.lines(
        widths,
        {name: curve.mean for name, curve in curves.items()},
        xlabel="width of the beam (hypotheses)",
        ylabel="BLEU",
        alt="BLEU against the width of the beam.",
        logx=True,
    )
    gains = [
        f"{name} {c.mean[c.x.index(5)] - c.mean[0]:+.1f} BLEU, and "
        f"{c.mean[-1] - c.mean[c.x.index(5)]:+.1f} from 5 to {widths[-1]}"
        for name, c in curves.items()
    ]
    caption = f"""From greedy search (width 1) to a beam of 5:
    {"; ".join(gains)}. 1,000 test sentences, one seed for each model."""
    return Finding("compare.beams", figure, caption, (compared,))


def drift(model: str = PLAIN) -> Finding:
    """How much is lost when a model reads its own words, shifts left out."""
    compared = results.load("compare-en-fr")
    table = compared.table("drift").where(model=model)
    forced, free, found = (table.column(n) for n in ("forced", "free", "found"))
    last = table.rows[-1]
    assert forced[0] == free[0], "at the first token there is nothing to force"
    ahead = all(a > b for a, b in zip(forced[3:], found[3:], strict=True))
    assert ahead, "from the fourth token on, forced is ahead"
    shift = (last["found"] - last["free"]) / (last["forced"] - last["free"])
    assert shift > 0.5, "most of the gap is shifted words"
    figure = plots.lines(
        table.column("position"),
        {
            "true tokens fed in": forced,
            "own tokens, anywhere": found,
            "own tokens, same position": free,
        },
        xlabel="position in the reference (token)",
        ylabel="share of the reference's tokens",
        alt="Share of the reference's tokens found, by position.",
        limits=(0, 1),
    )
    caption = f"""At position {last["position"]}, {last["free"]:.2f} of the
    reference's tokens stand at the same position of the model's own
    translation, {last["found"]:.2f} stand somewhere in it, in order, and
    {last["forced"]:.2f} are predicted when the true tokens are fed in. So
    {shift:.0%} of the gap between the outer lines (before rounding)
    disappears when words are allowed to stand elsewhere. The
    {last["sentences"]} test sentences whose reference has at least
    {last["position"]} tokens, {LABELS[model]}, greedy search, one seed."""
    return Finding("compare.drift", figure, caption, (compared,))


def _beam() -> str:
    """The search behind the stored translations, in words."""
    return f"a beam of {results.load(PLAIN).recipe['beam']}"


def bleu(*models: str) -> Finding:
    """Each model far above the baselines that learn nothing."""
    compared = results.load("compare-en-fr")
    sides = [results.load(name) for name in models or LABELS]
    count = _sentences(compared)
    whole = compared.table("baselines").where(sentences=count)
    least = dict(
        zip(whole.column("baseline"), whole.column("bleu"), strict=True)
    )
    for side in sides:
        found = side.value("greedy_bleu"), side.value("bleu")
        assert found[0] > 2 * max(least.values()), "above the baselines"
        assert found[1] > found[0], "the beam finds better translations"
    labels = [LABELS[side.name] for side in sides]
    figure = plots.bars(
        [name.replace(" ", "\n", 1) for name in (*least, *labels)],
        {"BLEU": [*least.values(), *(side.value("bleu") for side in sides)]},
        xlabel="translator",
        ylabel="BLEU",
    )
    told = "; ".join(
        f"{label} {side.value('bleu'):.2f} (greedy search "
        f"{side.value('greedy_bleu'):.2f}, {side.value('parameters'):,} "
        f"parameters, perplexity {side.value('perplexity'):.2f})"
        for label, side in zip(labels, sides, strict=True)
    )
    caption = f"""BLEU on {count:,} test sentences with a beam of
    {sides[0].recipe["beam"]}: {told}. One seed for each model; sacreBLEU's
    signature is `{sides[0].value("signature")}`."""
    return Finding("compare.bleu", figure, caption, (compared, *sides))


def by_length() -> Finding:
    """BLEU falls with the length of the sentence, with attention less."""
    compared = results.load("compare-en-fr")
    sides = [results.load(name) for name in LABELS]
    groups = sides[0].table("by_length")
    plain, attentive = (
        side.table("by_length").column("bleu") for side in sides
    )
    nearest = (
        compared.table("baselines")
        .where(baseline="nearest training sentence")
        .column("bleu")[1:]
    )
    gaps = [a - p for a, p in zip(attentive, plain, strict=True)]
    assert min(gaps) > 0, "with attention every group is better"
    assert max(gaps) == gaps[-1], "the gap is largest for the longest sentences"
    assert all(n < p for n, p in zip(nearest, plain, strict=True)), (
        "the baseline is below both"
    )
    figure = plots.bars(
        length_labels(groups),
        {
            LABELS[PLAIN]: plain,
            LABELS[ATTENTIVE]: attentive,
            "nearest training sentence": nearest,
        },
        xlabel="source length (words)",
        ylabel="BLEU",
        alt="Bars of BLEU for five groups of source length.",
    )
    caption = f"""From the shortest to the longest group the model with one
        context vector loses {plain[0] - plain[-1]:.2f} BLEU, the model with
        attention {attentive[0] - attentive[-1]:.2f}. {_sentences(compared):,}
        test sentences, {groups.column("sentences")[-1]} of them in the longest
        group; one seed for each model."""
    return Finding("compare.by_length", figure, caption, (compared, *sides))


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
    caption = f"""Attention adds {everything["difference"]:.2f} BLEU
        [{everything["low"]:.2f}, {everything["high"]:.2f}] over all
        {everything["sentences"]:,} test sentences, from {min(gains):.2f} to
        {max(gains):.2f} by length. 95% intervals from
        {compared.recipe["resamples"]:,} resamples of the sentences; one seed
        for each model."""
    return Finding("compare.difference", figure, caption, (compared,))


def _sentences(compared: Result) -> int:
    return max(compared.table("baselines").column("sentences"))
