"""Weights are copied for the pages that name them, and for no other."""

from types import SimpleNamespace

import pytest
from extension import weights

from attnbook import pretrained

NAME = pretrained.names()[0]


def write(tmp_path, body):
    """The page has been built."""
    app = SimpleNamespace(outdir=tmp_path)
    weights.copy(app, "chapters/x", "page.html", body, None)
    files = sorted(tmp_path.rglob("*.*"))
    return [path.relative_to(tmp_path).as_posix() for path in files]


def test_what_a_page_names_is_copied(tmp_path):
    address = f"_weights/{NAME}.safetensors"
    body = {"body": f'<script>{{"address":"{address}"}}</script> {address}'}
    assert write(tmp_path, body) == [address]
    copied = tmp_path / address
    shipped = pretrained.FOLDER.joinpath(f"{NAME}.safetensors")
    assert copied.read_bytes() == shipped.read_bytes()


@pytest.mark.parametrize("body", [{}, {"body": f"<p>{NAME}.safetensors</p>"}])
def test_a_page_without_a_model_copies_nothing(tmp_path, body):
    assert write(tmp_path, body) == []


def test_an_unknown_name_is_a_warning(tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(weights.logger, "warning", lambda *a: said.append(a))
    assert write(tmp_path, {"body": "_weights/absent.safetensors"}) == []
    assert "no weights" in said[0][0]
    assert said[0][1] == "absent.safetensors"
