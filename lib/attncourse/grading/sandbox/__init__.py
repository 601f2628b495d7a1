"""Answers of students, called where they can do no harm.

A student's code runs in a process of its own, in a sandbox (`bubblewrap`,
`worker`), and answers calls (`submission`). What judges it stays outside and
sees only data (`wire`): numbers, lists and tensors, never pickle.
"""
