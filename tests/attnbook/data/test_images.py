"""Image files of every kind, and what is no image."""

import io
import os
import struct
import warnings

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from attnbook.data import images
from tests.toys import refused

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def striped(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """A red left third, a green middle, a blue right third."""
    image = Image.new("RGB", (width, height), GREEN)
    image.paste(RED, (0, 0, width // 3, height))
    image.paste(BLUE, (width - width // 3, 0, width, height))
    return image.convert(mode)


def saved(image: Image.Image, path, **options):
    image.save(path, **options)
    return path


@pytest.mark.parametrize(
    ("width", "height", "corners"),
    [(12, 12, (RED, BLUE)), (36, 12, (GREEN, GREEN)), (12, 36, (RED, BLUE))],
)
def test_the_middle_square_is_what_is_seen(tmp_path, width, height, corners):
    """Red, green and blue in this order, then rows, then columns."""
    seen = images.read(saved(striped(width, height), tmp_path / "a.png"), 12)
    assert (seen.dtype, seen.shape) == (torch.uint8, (3, 12, 12))
    assert seen.is_contiguous()
    assert [seen[:, 0, j].tolist() for j in (0, 11)] == list(map(list, corners))
    assert seen[:, 11, 6].tolist() == list(GREEN)


@pytest.mark.parametrize(
    ("modes", "wanted"),
    [
        (["1"], [[0] * 3, [255] * 3, [0] * 3]),
        (["L", "LA"], [[76] * 3, [150] * 3, [29] * 3]),  # luminance
        (["P", "RGBA"], [list(RED), list(GREEN), list(BLUE)]),
    ],
)
def test_every_kind_of_png_is_read(tmp_path, modes, wanted):
    for mode in modes:
        image = striped(9, 9).convert(mode, dither=Image.Dither.NONE)
        seen = images.read(saved(image, tmp_path / "a.png"), 9)
        assert [seen[:, 4, x].tolist() for x in (1, 4, 7)] == wanted


@pytest.mark.parametrize(
    ("mode", "kind", "suffix"),
    [("I;16", "<u2", "png"), ("I;16B", ">u2", "tiff")],
)
def test_grey_of_sixteen_bits_is_scaled(tmp_path, mode, kind, suffix):
    content = (np.arange(64) * 1028 + 3).astype(kind)
    image = Image.frombytes(mode, (8, 8), content.tobytes())
    seen = images.read(saved(image, tmp_path / f"a.{suffix}"), 8)
    assert seen.reshape(3, 64).tolist() == [[*range(0, 253, 4)]] * 3


@pytest.mark.parametrize("mode", ["I", "F"])
def test_numbers_without_a_known_white_are_no_image(tmp_path, mode):
    path = saved(Image.new(mode, (8, 8), 1), tmp_path / "a.tiff")
    with pytest.raises(ValueError, match=rf"a\.tiff \(mode {mode}: .* white"):
        images.read(path, 8)


@pytest.mark.parametrize("suffix", ["jpg", "gif", "bmp", "webp", "tiff"])
def test_every_usual_format_is_read(tmp_path, suffix):
    path = saved(striped(48, 48), tmp_path / f"a.{suffix}")
    seen = images.read(path, 48).int()
    assert (seen[:, 24, 24] - torch.tensor(GREEN)).abs().max() < 24


def test_what_is_transparent_is_white(tmp_path):
    clear = Image.new("RGBA", (8, 8), (0, 0, 0, 0))
    clear.paste((*RED, 128), (0, 0, 4, 8))
    seen = images.read(saved(clear, tmp_path / "a.png"), 8)
    assert (seen[:, :, 4:] == 255).all()
    assert seen[:, 0, 0].tolist() == [255, 127, 127]


def test_a_camera_that_lay_on_its_side_is_set_upright(tmp_path):
    """Orientation 6: the first column is the top row, from the right."""
    exif = Image.Exif()
    exif[0x0112] = 6
    path = saved(striped(48, 48), tmp_path / "a.png", exif=exif)
    seen = images.read(path, 48)
    assert seen[:, 0, 24].tolist() == list(RED)
    assert seen[:, 47, 24].tolist() == list(BLUE)


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_a_large_image_keeps_its_colours(tmp_path, suffix):
    """It is made smaller in two steps; the mean of stripes stays."""
    path = saved(striped(999, 600), tmp_path / f"a.{suffix}")
    seen = images.read(path, 6).float()
    assert (seen[1, :, 2:4] > 250).all()
    assert seen[0, 0, 0] == pytest.approx(255 * 133 / 250, abs=140)
    assert torch.allclose(seen[:, 0], seen[:, 5], atol=3)


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
@pytest.mark.parametrize("length", [0, 20, 2000])
def test_a_broken_file_is_named(tmp_path, form, length):
    """Empty, or cut in the header or in the middle."""
    path = tmp_path / "a.png"
    Image.effect_noise((64, 64), 50).save(path, form)
    path.write_bytes(path.read_bytes()[:length])
    with refused(r"no image: .*a\.png \(.+\)"):
        images.read(path, 8)


@pytest.mark.parametrize("kind", [struct.error, MemoryError])
def test_whatever_pil_raises_is_a_broken_file(tmp_path, monkeypatch, kind):
    """Both were seen with files whose bytes were altered."""

    def fails(self, mode):
        warnings.warn("Corrupt EXIF data", stacklevel=1)
        raise kind("flags 155")

    path = saved(striped(9, 9), tmp_path / "a.png")
    monkeypatch.setattr(Image.Image, "convert", fails)
    with pytest.raises(ValueError, match=r"no image: .*a\.png \(flags 155\)"):
        images.read(path, 8)


@given(
    st.sampled_from(["PNG", "JPEG", "WEBP", "GIF", "TIFF"]),
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 255)), max_size=9),
    st.integers(0, 900),
)
def test_altered_bytes_are_an_image_or_a_value_error(
    tmp_path_factory, form, changes, length
):
    buffer = io.BytesIO()
    striped(9, 9).save(buffer, form)
    content = bytearray(buffer.getvalue()[: length + 1])
    for place, value in changes:
        content[place % len(content)] = value
    path = tmp_path_factory.getbasetemp() / "altered"
    path.write_bytes(content)
    try:
        assert images.read(path, 8).shape == (3, 8, 8)
    except ValueError as error:
        assert str(error).startswith(f"no image: {path} (")


def test_no_format_starts_a_program(tmp_path, monkeypatch):
    """PIL hands EPS, whatever its name, to Ghostscript."""
    program = tmp_path / "gs"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path / 'started'}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    path = tmp_path / "photo.png"
    striped(9, 9).save(path, "EPS")
    with refused(r"no image: .*photo\.png \(cannot identify image file"):
        images.read(path, 8)
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize("special", ["/dev/zero", "fifo"])
def test_what_never_ends_is_not_opened(tmp_path, special):
    os.mkfifo(tmp_path / "fifo")
    path = tmp_path / special
    with refused(f"no image: {path} .{path.name} is no regular file"):
        images.read(path, 8)


def test_too_many_pixels_are_not_read(tmp_path, monkeypatch):
    path = saved(Image.new("1", (100, 60)), tmp_path / "a.png")
    monkeypatch.setattr(images, "LARGEST", 5_999)
    with pytest.raises(ValueError, match="100 x 60 pixels, more than 5,999"):
        images.read(path, 8)
    monkeypatch.setattr(images, "LARGEST", 6_000)
    assert images.read(path, 8).shape == (3, 8, 8)


def test_a_bomb_is_no_image(tmp_path, monkeypatch):
    """PIL's own bounds hold too: of the one it warns, of the other it
    raises.
    """
    path = saved(Image.new("1", (100, 60)), tmp_path / "a.png")
    for bound in (5_000, 2_000):
        monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", bound)
        with pytest.raises(ValueError, match=r"no image: .*bomb"):
            images.read(path, 8)


def test_a_file_that_cannot_be_opened_is_the_systems_error(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"absent\.png"):
        images.read(tmp_path / "absent.png", 8)
    with pytest.raises(IsADirectoryError):
        images.read(tmp_path, 8)
    if os.geteuid():
        (tmp_path / "shut.png").touch(mode=0)
        with pytest.raises(PermissionError):
            images.read(tmp_path / "shut.png", 8)
