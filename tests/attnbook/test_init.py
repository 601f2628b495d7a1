"""The front door: names of the library that stand in `attnbook` itself."""

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module

import pytest
import torch

import attnbook
from tests.environment import ROOT
from tests.extension.test_library import MODULES

PAGE = (ROOT / "book/library.md").read_text("utf-8")


def test_the_page_names_all_that_dir_shows_in_the_same_order():
    """In brackets stand names of the modules."""
    table = PAGE.split("| for | names |")[1].split("\n\n")[0]
    outside = re.sub(r"\([^)]*\)", "", table)
    assert re.findall(r"`(\w+)`", outside) == attnbook.__all__
    assert dir(attnbook) == sorted(attnbook.__all__)


@pytest.mark.parametrize("name", attnbook.__all__)
def test_a_name_is_an_object_that_has_its_entry_on_a_page(name):
    module, _, own = attnbook._HOMES[name].rpartition(".")
    found = getattr(attnbook, name)
    assert found is getattr(import_module(f"attnbook.{module}"), own)
    if isinstance(found, int):  # a token
        return
    assert inspect.getdoc(found)
    assert found.__module__.removeprefix("attnbook.") in MODULES


def test_type_checkers_read_the_same_names():
    source = inspect.getsource(attnbook)
    read = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.col_offset
        for alias in node.names
        if node.module.startswith("attnbook")
    }
    assert read == {k: f"attnbook.{x}" for k, x in attnbook._HOMES.items()}


def test_the_import_waits_for_no_torch():
    script = """if True:
        import sys
        import attnbook
        assert attnbook.files.__name__ == "attnbook.files"
        assert not {"torch", "attnbook.masks"} & set(sys.modules)
    """
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize(
    "wrong, near",
    [
        ("Multihead", "; .*MultiHead"),
        ("weights", "; .*attention_weights"),  # a folder, but no module
        ("mask", "; .*masks, causal_mask, padding_mask"),
        ("xyzzy", "$"),
    ],
)
def test_an_unknown_name_is_refused_with_those_near_it(wrong, near):
    with pytest.raises(AttributeError, match=f"'{wrong}'{near}"):
        getattr(attnbook, wrong)


@pytest.mark.long
def test_the_ten_lines_of_the_page_print_what_stands_below_them(capsys):
    code, shown = re.findall(r"```(?:python|text)\n(.*?)```", PAGE, re.DOTALL)
    lines = [line for line in code.splitlines() if line]
    assert len(lines) == 10 and max(map(len, lines)) <= 80
    with torch.random.fork_rng():
        torch.manual_seed(1)
        exec(code, {})
    assert capsys.readouterr().out == shown
