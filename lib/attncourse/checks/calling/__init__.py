"""One call of a learner's function: whether it takes the arguments and ends,
the form of what it gives, whether a gradient passes, and what to add to the
error that it raises.
"""
