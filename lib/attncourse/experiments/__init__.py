"""How the course measures: recipes, their results, and findings.

A recipe trains and measures, its result is one JSON file, a finding shows what
the result says and asserts it.
"""
