"""Numbers that stand in sentences about chapter 1: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes, results

PAGE = "chapters/01_rnn_seq2seq.ipynb"
COPY = recipes.load("copy-length")
RECALL = recipes.load("recall-delay")
PLAIN = recipes.load("translate-en-fr-seq2seq")


def ended(of: str) -> list[float]:
    """What one vector has right at the end, in percent, from the worst seed to
    the best.
    """
    table = results.load("phrases-three").table("epochs")
    rows = table.where(side="one vector, both directions")
    seeds = sorted(set(rows.column("seed")))
    return sorted(100 * rows.where(seed=s).column(of)[-1] for s in seeds)


def drifted() -> list[float]:
    """At position 11, in percent: forced, at its place, anywhere."""
    table = results.load("compare-en-fr").table("drift")
    (row,) = table.where(model=PLAIN.name, position=11).rows
    return [100 * row[name] for name in ("forced", "free", "found")]


def longer() -> list[float]:
    """Greedy BLEU of one vector and of attention, trained further; the
    difference on the shortest sentences and on the longest.
    """
    table = results.load("compare-en-fr-longer").table("by_length")
    plain, attentive = (
        table.where(model=side).column("bleu") for side in ("none", "additive")
    )
    gaps = [b - a for a, b in zip(plain, attentive, strict=True)]
    return [plain[0], attentive[0], gaps[1], gaps[-1]]


SENTENCES = [
    (
        PAGE,
        "one vector then has {:.1f} BLEU and attention {:.1f}, and they are "
        "{:.0f} apart on the shortest sentences and {:.0f} on the longest",
        *longer(),
    ),
    (
        PAGE,
        "the runs stop at {:.0f}%, {:.0f}% and {:.0f}%.",
        *ended("phrases 3"),
    ),
    (
        PAGE,
        "At position 11 the strict count falls from {:.0f}% with the true "
        "tokens to {:.0f}% without, but {:.0f}% occur",
        *drifted(),
    ),
    (
        PAGE,
        "`phrases` has {:,}, generated",
        int(results.load("align-phrases").value("train_phrases")),
    ),
    (
        "book/claims.md",
        "recalls the first of {} symbols depends on the bias",
        *RECALL.lengths,
    ),
    (
        "book/deviations.md",
        "trained on lengths 1 to {}, tested up to {}",
        COPY.longest,
        COPY.lengths[-1],
    ),
    ("book/deviations.md", "label smoothing {}", PLAIN.smoothing),
]
