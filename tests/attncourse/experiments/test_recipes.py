"""The catalogue: every recipe is found by its name, and only what is asked for
is imported.
"""

import re

import pytest

from attncourse.experiments import recipes, results
from tests.toys import printed, refused


@pytest.mark.parametrize("name", recipes.catalogue())
def test_every_entry_leads_to_a_recipe_of_that_name(name):
    recipe = recipes.load(name)
    assert recipe.name == name
    assert callable(recipe.run)


def test_an_unknown_recipe_lists_those_there_are():
    with refused(
        f"unknown recipe: 'absent'; there are {', '.join(recipes.catalogue())}"
    ):
        recipes.load("absent")


def test_listing_imports_neither_torch_nor_a_recipe():
    script = (
        "import sys; from attncourse.experiments import recipes; assert "
        "recipes.catalogue(); print('torch' in sys.modules)"
    )
    assert printed(script) == "False\n"


def test_make_soak_trains_something_of_every_recipe_that_trains(root):
    files = root.glob("tests/attncourse/chapter*/soak/test_*.py")
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert not [
        name
        for name, entry in recipes.catalogue().items()
        if entry.shipped
        and results.load(name).made["seconds"]
        and f'"{name}"' not in text
    ]


def test_what_a_notebook_loads_is_stored(root):
    """Before it runs, which takes minutes."""
    for path in root.glob("chapters/**/*.ipynb"):
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(r'results\.load\(\\"([\w-]+)\\"\)', text)
        assert set(loaded) <= set(results.names()), path.name
