"""Checks for chapter 5, by the name of the function that a learner writes."""

from attnbook.check.chapter5.causal import causal_attention
from attnbook.check.chapter5.cost import cost
from attnbook.check.chapter5.multi import multi_head
from attnbook.check.chapter5.split import split_heads

__all__ = ["causal_attention", "cost", "multi_head", "split_heads"]
