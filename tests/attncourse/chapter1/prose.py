"""Numbers that stand in sentences about chapter 1: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes, results

PAGE = "chapters/01_rnn_seq2seq.ipynb"
COPY = recipes.load("copy-length")
RECALL = recipes.load("recall-delay")
PLAIN = recipes.load("translate-en-fr-seq2seq")


SENTENCES = [
    (PAGE, "with attention, on lengths 1 to {}", COPY.longest),
    (
        PAGE,
        "`phrases` has {:,} of them",
        int(results.load("align-phrases").value("train_phrases")),
    ),
    (
        "book/claims.md",
        "At {} symbols, after training on at most {}, neither copies",
        COPY.lengths[-1],
        COPY.longest,
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
