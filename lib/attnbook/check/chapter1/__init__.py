"""Checks for chapter 1, by the name of the function that a learner writes."""

from attnbook.check.chapter1.free_running import greedy
from attnbook.check.chapter1.gates import bias_for, gru_step
from attnbook.check.chapter1.padding import last_states
from attnbook.check.chapter1.teacher_forcing import forced

__all__ = ["bias_for", "forced", "greedy", "gru_step", "last_states"]
