"""What may go wrong in an exercise: the chain of its steps again, with one of
them done otherwise. `search` tries which slip explains an answer; `one_step`
and `whole_chain` make them, out of `one_value` and `operations`, at a `spot`.
"""
