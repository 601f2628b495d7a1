"""The comparison, from stored translations alone."""

from dataclasses import replace

from attnbook.data import translation
from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import attentive, cells, translator


def test_all_are_compared_with_the_first(workspace):
    """The one that says what the reference says is ahead of all."""
    references = [r for _, r in translation.load("multi30k", "en-fr", "test")]
    values = dict.fromkeys(
        ("validation_bleu", "greedy_bleu", "bleu"), (1.0, "BLEU")
    ) | {"parameters": (7, "numbers")}
    said = {"one": references, "two": references[::-1], "three": references}
    made = [attentive("one"), translator("two"), translator("three")]
    for side in made:
        workspace.write(
            side,
            seconds=3.0,
            values=values,
            samples={"hypotheses": said[side.name]},
        )
    recipe = replace(
        recipes.load("fair-en-fr"),
        first="one",
        others=("two", "three"),
        resamples=20,
        words=1,
        opening=0,
    )
    result = recipe.run(workspace)
    rows = cells(result.table("models"), "model", "epochs", "rates")
    assert rows == [("one", 1, 1), ("two", 1, 2), ("three", 1, 2)]
    itself, worse, same = result.table("models").column("difference")
    assert itself is None
    assert worse > 0 == same
    counts = result.table("by_length").column("sentences")
    assert sum(counts) == len(references)
    assert result.samples["cases"][0]["first"] == references[0]
