"""Describing images, and showing where the model looked."""

import pytest
import torch
from PIL import Image

from attnbook.data.tokenizer import START, STOP
from attnbook.pretrained import captioner
from tests.attnbook.pretrained.toys import CORPUS, describer
from tests.toys import refused


@pytest.fixture
def model() -> captioner.Captioner:
    return describer()


@pytest.fixture
def pictures() -> torch.Tensor:
    """Seven images of noise, 0 to 255."""
    generator = torch.Generator().manual_seed(3)
    return torch.randint(
        256, (7, 3, 8, 8), generator=generator, dtype=torch.uint8
    )


@pytest.mark.parametrize("beam", [1, 3])
def test_a_picture_is_described_alike_in_any_company(model, pictures, beam):
    alone = [model.caption([picture], beam=beam)[0] for picture in pictures]
    assert len(set(alone)) > 1
    assert model.caption(pictures.unbind(), beam=beam) == alone
    assert model.caption(list(pictures)[::-1], beam=beam) == alone[::-1]
    assert model.caption([], beam=beam) == []


def test_more_pictures_than_fit_at_once(model, pictures, monkeypatch):
    """Of an iterator, no more are held than are described at once."""
    whole, seen = model.caption(list(pictures)), []
    monkeypatch.setattr(captioner, "ROWS", 3)
    search = captioner.Captioner._search
    monkeypatch.setattr(
        captioner.Captioner,
        "_search",
        lambda self, x, beam: seen.append(len(x)) or search(self, x, beam),
    )
    assert model.caption(iter(pictures)) == whole
    assert seen == [3, 3, 1]


def test_files_bytes_and_shares_are_the_same_picture(model, pictures, tmp_path):
    """A file is brought to the model's size, whatever it had."""
    (first, *_), path = pictures, tmp_path / "a.png"
    Image.fromarray(first.permute(1, 2, 0).numpy()).save(path)
    expected = first / 255
    for picture in (first, expected, expected.double(), path, str(path)):
        seen = model.prepare(picture)
        assert seen.dtype == torch.float32
        torch.testing.assert_close(seen, expected)
    Image.new("RGB", (40, 30), (255, 0, 51)).save(path)
    assert model.prepare(path).flatten(1).T.unique(dim=0).tolist() == [
        pytest.approx([1, 0, 0.2])
    ]


@pytest.mark.parametrize("shape", [(8, 8), (1, 8, 8), (3, 9, 8), (1, 3, 8, 8)])
def test_a_tensor_of_another_size_is_refused(model, shape):
    with pytest.raises(ValueError) as error:
        model.caption([torch.zeros(shape)])
    assert str(error.value) == f"an image must be (3, 8, 8): shape={shape}"


def test_a_single_picture_is_not_a_list_of_them(model, pictures):
    for single in ("a.png", pictures[0]):
        with refused("not a single one", TypeError):
            model.caption(single)


def test_a_broken_file_is_named(model, tmp_path):
    (tmp_path / "a.png").write_bytes(b"")
    with refused(r"no image: .*a\.png"):
        model.caption([tmp_path / "a.png"])
    with pytest.raises(FileNotFoundError):
        model.caption([tmp_path / "b.png"])


def test_a_look_is_a_grid_of_weights_for_each_token(model, pictures):
    tokens = model.tokenizer.encode(CORPUS[0])
    looked = model.attention(pictures[0], CORPUS[0])
    assert looked.shape == (len(tokens), 4, 4)
    torch.testing.assert_close(looked.sum((1, 2)), torch.ones(len(tokens)))
    fed = torch.tensor([[START, *tokens[:-1]]])
    assert tokens[-1] == STOP
    seen = model.prepare(pictures[0])[None]
    _, weights = model.model.unroll(seen, fed)
    torch.testing.assert_close(looked.flatten(1), weights[0])


def test_a_trace_is_the_caption_with_what_was_read_for_it(model, pictures):
    for picture in pictures:
        traced = model.trace(picture)
        assert [traced["text"]] == model.caption([picture])
        assert traced["weights"].shape == (len(traced["target"]), 4, 4)
        torch.testing.assert_close(
            traced["weights"][0], model.attention(picture, "dog")[0]
        )


def test_without_attention_nothing_is_looked_at(pictures):
    model = describer("none")
    assert model.trace(pictures[0])["weights"] is None
    with refused("attention='none'"):
        model.attention(pictures[0], "a dog")


def test_the_limit_ends_what_does_not_stop(model, pictures, monkeypatch):
    monkeypatch.setattr(captioner, "LIMIT", 2)
    assert all(len(model.trace(x)["target"]) <= 2 for x in pictures)
