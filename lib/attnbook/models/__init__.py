"""Models: a frozen Config, a `build` function, a Module. One file for each
family.
"""
