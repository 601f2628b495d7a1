"""Changed images: what each change does, and what it never does."""

import pytest
import torch

from attnbook.data import augment
from tests.toys import refused


def drawn(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def images(count: int = 5, channels: int = 3, side: int = 8) -> torch.Tensor:
    return torch.rand(count, channels, side, side, generator=drawn(7))


CHANGES = {
    "crop": lambda x, g: augment.crop(x, 2, g),
    "shift": lambda x, g: augment.shift(x, 2, g),
    "flip": augment.flip,
    "rand_augment": lambda x, g: augment.rand_augment(x, 3, 0.7, g),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_depends_on_its_generator_and_leaves_what_it_is_given(name):
    x, change = images(), CHANGES[name]
    before = x.clone()
    state = torch.get_rng_state()
    one, two, other = (change(x, drawn(seed)) for seed in (1, 1, 2))
    assert torch.equal(torch.get_rng_state(), state)
    assert torch.equal(x, before)
    assert torch.equal(one, two) and not torch.equal(one, other)
    assert one.shape == x.shape and one.min() >= 0 and one.max() <= 1
    assert not torch.equal(one, x)


def test_a_move_is_the_same_for_all_and_fills_with_black_or_the_edge():
    x = images()
    assert torch.equal(augment.move(x, 0, 0), x)
    down = augment.move(x, 2, -1)
    assert torch.equal(down[..., 2:, :-1], x[..., :-2, 1:])
    assert not down[..., :2, :].any() and not down[..., -1].any()
    right = augment.move(x, 0, 1, "replicate")
    assert torch.equal(right[..., 1:], x[..., :-1])
    assert torch.equal(right[..., 0], x[..., 0])
    with refused("smaller than 8 pixels: 0, -8"):
        augment.move(x, 0, -8)


def test_a_crop_is_a_window_of_the_mirrored_image():
    x = images(40)
    wide = torch.nn.functional.pad(x, (2, 2, 2, 2), "reflect")
    found = set()
    for whole, window in zip(wide, augment.crop(x, 2, drawn()), strict=True):
        at = [
            (i, j)
            for i in range(5)
            for j in range(5)
            if torch.equal(whole[:, i : i + 8, j : j + 8], window)
        ]
        assert len(at) == 1
        found.update(at)
    assert len(found) > 10
    assert torch.equal(augment.crop(x, 0, drawn()), x)


def test_a_shift_moves_a_pixel_and_fills_with_black():
    x = torch.zeros(60, 1, 8, 8)
    x[:, :, 3, 4] = 1
    moved = augment.shift(x, 1, drawn())
    places = {tuple(one[0].nonzero()[0].tolist()) for one in moved}
    assert places == {(i, j) for i in (2, 3, 4) for j in (3, 4, 5)}
    assert torch.equal(moved.sum((1, 2, 3)), torch.ones(60))


def test_about_half_are_flipped():
    x = images(100)
    found = augment.flip(x, drawn())
    same = [torch.equal(a, b) for a, b in zip(found, x, strict=True)]
    turned = [torch.equal(a, b.flip(-1)) for a, b in zip(found, x, strict=True)]
    assert all(a != b for a, b in zip(same, turned, strict=True))
    assert 30 < sum(same) < 70


@pytest.mark.parametrize("name", augment.OPERATIONS)
def test_an_operation_does_as_much_as_its_strength_says(name):
    """Without it nothing, but for 256 shades, which are those of an image."""
    x = (images() * 255).round() / 255
    found = augment.OPERATIONS[name](x, torch.zeros(5))
    torch.testing.assert_close(found, x, atol=2e-6, rtol=0)
    for strength in (-1.0, 1.0):
        found = augment.OPERATIONS[name](x, torch.full((5,), strength))
        moved = (found - x).abs().amax((1, 2, 3)) > 0.01
        assert moved.all() or name == "nothing"


def test_operations_by_known_results():
    one = torch.ones(1)
    dot = torch.zeros(1, 1, 11, 11)
    dot[..., 5, 8] = 1
    move = augment.OPERATIONS
    up = move["rotate"](dot, one)[0, 0]
    assert up.sum() == pytest.approx(1, abs=0.2)
    assert up.argmax() // 11 != 5
    across = move["translate across"](dot, one / 1.1)[0, 0]
    assert across.argmax().item() == 5 * 11 + 6
    assert move["posterize"](images(1), one).unique().numel() <= 4
    dark = torch.full((1, 1, 2, 2), 0.2)
    assert torch.equal(move["solarize"](dark, one), 1 - dark)
    torch.testing.assert_close(move["brightness"](dark, one), 1.9 * dark)
    torch.testing.assert_close(move["contrast"](dark, one), dark)
    grey = images(2, 1)
    torch.testing.assert_close(move["saturation"](grey, one.repeat(2)), grey)


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize(
    "wrong, says",
    [
        (images()[0], r"float32 \(3, 8, 8\)"),
        (images()[..., :7], r"float32 \(5, 3, 8, 7\)"),
        ((255 * images()).byte(), r"uint8 \(5, 3, 8, 8\)"),
    ],
)
def test_whatever_is_no_batch_of_images_is_refused(name, wrong, says):
    with refused(f"images must be floating-point.*{says}"):
        CHANGES[name](wrong, drawn())


@pytest.mark.parametrize(
    ("change", "given", "says"),
    [
        (augment.crop, (8,), r"0 \.\. 7: pad=8"),
        (augment.shift, (9,), "pixels=9"),
        (augment.rand_augment, (1, 1.1), "magnitude=1.1"),
    ],
)
def test_what_cannot_be_is_refused(change, given, says):
    with refused(says):
        change(images(), *given, drawn())
