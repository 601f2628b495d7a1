"""Exercises that feed a decoder step by step: what the learner's function fed
and was given, beside what the right one did.
"""
