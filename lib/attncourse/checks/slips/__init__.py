"""What may go wrong in an exercise: the chain of its steps again, with one of
them done otherwise. `search` tries which slip explains an answer; `ways` and
`whole` make them, out of `turns` and `operations`, at a `site`.
"""
