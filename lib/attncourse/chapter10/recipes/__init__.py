"""The recipes of chapter 10: none yet; chapter 8 trains the model of
captions.
"""

from attncourse.experiments.recipes import Entry

CATALOGUE: dict[str, Entry] = {}
