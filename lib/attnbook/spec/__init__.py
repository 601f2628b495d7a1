"""Every definition of the course in plain loops: slow and obvious, the judge of
all the rest.

One sentence, one head, one word at a time; no batches, no einsum, no fused
kernel. What the library computes must equal what stands here, in value and in
gradient. Vectors are "K", tables are "S K" (rows are words).
"""

from attnbook.spec.attention import (
    attend,
    causal,
    context,
    padding,
    read,
    softmax,
    weights,
)
from attnbook.spec.convolution import convolution, filter_at
from attnbook.spec.heads import Head, kernel_mean, mil_pooling, multihead
from attnbook.spec.losses import cross_entropy
from attnbook.spec.metrics import alignment_error_rate, bleu, ngrams
from attnbook.spec.recurrent import Gates, gru, lstm, recurrence
from attnbook.spec.scores import (
    additive,
    dot,
    gaussian,
    general,
    linear,
    scaled_dot,
    times,
)
from attnbook.spec.search import (
    beam,
    exhaustive,
    greedy,
    log_probability,
    search_score,
    sequences,
)

__all__ = [
    "Gates",
    "Head",
    "additive",
    "alignment_error_rate",
    "attend",
    "beam",
    "bleu",
    "causal",
    "context",
    "convolution",
    "cross_entropy",
    "dot",
    "exhaustive",
    "gaussian",
    "filter_at",
    "general",
    "greedy",
    "gru",
    "kernel_mean",
    "linear",
    "log_probability",
    "lstm",
    "mil_pooling",
    "multihead",
    "ngrams",
    "padding",
    "read",
    "recurrence",
    "scaled_dot",
    "search_score",
    "sequences",
    "softmax",
    "times",
    "weights",
]
