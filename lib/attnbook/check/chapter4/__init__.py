"""Checks for chapter 4, by the name of the function that a learner writes."""

from attnbook.check.chapter4.bag import mil_pooling
from attnbook.check.chapter4.kernel import regress
from attnbook.check.chapter4.layer import attention_layer
from attnbook.check.chapter4.reads import attend
from attnbook.check.chapter4.scaled import scaled_scores

__all__ = [
    "attend",
    "attention_layer",
    "mil_pooling",
    "regress",
    "scaled_scores",
]
