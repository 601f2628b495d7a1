"""Result files: each is a JSON object with a name."""

import json

import pytest

from attnbook import results


def test_every_result_there_is_loads():
    for name in results.names():
        assert isinstance(results.load(name), dict)


def test_names_are_those_of_the_files_in_order(monkeypatch, tmp_path):
    for name in ("second", "first"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"é": name}, ensure_ascii=False), encoding="utf-8")
    (tmp_path / "notes.txt").touch()
    monkeypatch.setattr(results.resources, "files", lambda _: tmp_path)
    assert results.names() == ["first", "second"]
    assert results.load("first") == {"é": "first"}


@pytest.mark.parametrize("name", ["absent", "../notation", "__init__.py"])
def test_an_unknown_result_is_refused_and_those_there_are_listed(name):
    with pytest.raises(ValueError, match=f"unknown result: '{name}'; there are .*{', '.join(results.names())}"):
        results.load(name)
