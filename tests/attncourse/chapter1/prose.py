"""Numbers that stand in sentences about chapter 1: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes, results

PAGE = "chapters/01_rnn_seq2seq.ipynb"
COPY = recipes.load("copy-length")
RECALL = recipes.load("recall-delay")
PLAIN = recipes.load("translate-en-fr-seq2seq")


def recalled() -> list[int]:
    """What an LSTM with a half-open gate recalls and does not; an open one."""
    table = results.load("recall-delay").table("accuracy").where(cell="lstm")

    def seeds(bias: float, length: int) -> list[float]:
        return table.where(gate_bias=bias, length=length).column("accuracy")

    shut = [n for n in RECALL.lengths if min(seeds(0, n)) > 0.9]
    none = [n for n in RECALL.lengths if max(seeds(0, n)) < 0.2]
    wide = [n for n in RECALL.lengths if min(seeds(3, n)) > 0.9]
    return [max(shut), min(none), max(wide)]


SENTENCES = [
    (
        PAGE,
        "It is trained on lengths 1 to {}, with and without attention, with "
        "{word} seeds",
        COPY.longest,
        COPY.seeds,
    ),
    (
        PAGE,
        "these models, trained on at most {} symbols, do not copy {}",
        COPY.longest,
        COPY.lengths[-1],
    ),
    (PAGE, "At {} symbols *both* are near chance", COPY.lengths[-1]),
    (
        PAGE,
        "start every seed recalls the first of {} symbols and none the first of"
        " {}; with a bias of 3 every seed recalls the first of {}.",
        *recalled(),
    ),
    (PAGE, "all of this is after {:,} updates at one", RECALL.updates),
    (
        PAGE,
        "`phrases` has {:,} of them",
        int(results.load("align-phrases").value("train_phrases")),
    ),
    (
        "book/claims.md",
        "After {} updates, every seed of an LSTM with PyTorch's start names "
        "the first of {} symbols and none the first of {}; with a forget bias "
        "of 3, the remedy of the textbooks, every seed names the first of {}",
        RECALL.updates,
        *recalled(),
    ),
    (
        "book/claims.md",
        "copying loses symbols long before {}.",
        COPY.lengths[-1],
    ),
    (
        "book/deviations.md",
        "trained on lengths 1 to {}, tested up to {}",
        COPY.longest,
        COPY.lengths[-1],
    ),
    ("book/deviations.md", "label smoothing {}", PLAIN.smoothing),
]
