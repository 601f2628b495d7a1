"""Images in one file: each read once, the broken ones named."""

import pytest
import torch

from attnbook.data import images, pixels
from attnbook.files import sha256
from tests.attnbook.data.toys import COLOURS, paint, resident


@pytest.fixture
def paths(tmp_path):
    """Four images of one colour each."""
    return {
        name: paint(tmp_path / "mine" / f"{name}.png", colour)
        for name, colour in COLOURS.items()
    }


def load(paths, folder, side=8):
    return pixels.load(paths, side, folder, progress=False)


def test_all_images_are_there_in_the_order_given(paths, tmp_path):
    found = load(paths, tmp_path / "run")
    assert found.names == list(COLOURS)
    assert found.broken == {}
    assert found.images.shape == (4, 3, 8, 8)
    expected = torch.stack([images.read(p, 8) for p in paths.values()])
    assert torch.equal(found.images, expected)
    content = (tmp_path / "run" / "images.u8").read_bytes()
    assert content == expected.numpy().tobytes()
    assert found.digest == sha256(content)


def test_an_image_is_read_once(paths, tmp_path, monkeypatch):
    first = load(paths, tmp_path / "run")
    monkeypatch.setattr(images, "read", None)
    again = load(paths, tmp_path / "run")
    assert torch.equal(again.images, first.images)
    assert again[1:] == first[1:]


@pytest.mark.parametrize(
    "kind", ["content", "name", "side", "images.u8", "images.json"]
)
def test_what_has_changed_or_is_lost_is_read_again(paths, tmp_path, kind):
    """Half of what was kept is not trusted."""
    load(paths, tmp_path / "run")
    if kind == "content":
        paint(paths["red"], (9, 9, 9), 9)
    elif kind == "name":
        paths["pink"] = paths.pop("red")
    elif kind != "side":
        (tmp_path / "run" / kind).unlink()
    side = 4 if kind == "side" else 8
    found = load(paths, tmp_path / "run", side)
    fresh = load(paths, tmp_path / "fresh", side)
    assert torch.equal(found.images, fresh.images)
    assert found[1:] == fresh[1:]


def test_what_cannot_be_read_is_left_out_and_said_why(paths, tmp_path):
    """Remembered, too: the second time nothing is opened."""
    whole = paths["blue"].read_bytes()
    paths["red"].write_bytes(b"")
    paths["green"].write_text("image,caption")
    paths["black"].write_bytes(whole[:-60])
    for _ in range(2):
        found = load(paths, tmp_path / "run")
        assert found.names == ["blue"]
        assert found.images.shape == (1, 3, 8, 8)
        assert found.broken.keys() == {"red", "green", "black"}
        assert found.broken["red"] == "(cannot identify image file 'red')"
        assert "truncated" in found.broken["black"]


def test_many_images_take_no_memory(tmp_path):
    """25 MB of numbers lie on the disk: neither reading them nor looking at
    some of them takes a third of that.
    """
    found, grown = resident(tmp_path, 2_000)
    assert found.images.shape == (2_000, 3, 64, 64)
    assert (tmp_path / "run" / "images.u8").stat().st_size == 24_576_000
    assert grown < 8_000_000
