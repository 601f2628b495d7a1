"""Recipes: a frozen dataclass, a run, a result file. One file for each task."""
