"""The page of results: recipes told whole."""

from extension import results

from attncourse.experiments.results import Result

RESULT = Result(
    recipe={
        "name": "x",
        "model": {"width": 7, "cell": "<gru>"},
        "lengths": [1, 2],
    },
    made={"machine": {"cores": 2}, "seconds": 1.5},
    values={"bleu": {"value": 51.2345678, "unit": "BLEU"}},
    tables={},
    samples={},
)


def test_a_recipe_is_told_with_its_model_its_machine_and_its_values() -> None:
    """Fields within fields have dotted names; nothing can end a tag."""
    told = results.described(RESULT)
    for name, value in (
        ("model.width", "7"),
        ("model.cell", "&lt;gru&gt;"),
        ("lengths", "[1, 2]"),
        ("machine.cores", "2"),
        ("seconds", "1.5"),
        ("bleu", "51.2346 BLEU"),
    ):
        assert f'<tr><th scope="row">{name}</th><td>{value}</td></tr>' in told
    assert "<caption><code>x</code></caption>" in told
