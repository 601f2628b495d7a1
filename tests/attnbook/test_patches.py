"""Images as patches equal the loops; nothing is lost on the way back."""

import pytest
import torch

from attnbook import patches
from attncourse import spec
from tests.toys import assert_same, normal, refused


@pytest.mark.parametrize("shape, patch", [((2, 3, 4, 6), 2), ((1, 1, 6, 3), 3)])
def test_patches_are_the_loops_and_go_back(shape, patch):
    images = normal(*shape, seed=1)
    cut = patches.patchify(images, patch)
    loops = torch.stack([spec.patchify(image, patch) for image in images])
    assert_same(cut, loops, images)
    back = patches.assemble(cut, shape[1], shape[3] // patch)
    assert torch.equal(back, images)


def test_a_shuffle_moves_whole_patches():
    images = normal(2, 3, 4, 4, seed=1)
    order = torch.tensor([2, 0, 3, 1])
    moved = patches.shuffle(images, 2, order)
    assert torch.equal(moved[..., :2, :2], images[..., 2:, :2])
    assert torch.equal(moved[..., :2, 2:], images[..., :2, :2])
    assert torch.equal(patches.shuffle(moved, 2, order.argsort()), images)
    same = patches.shuffle(images, 2, torch.arange(4))
    assert torch.equal(same, images)


IMAGES = torch.zeros(2, 3, 4, 6)


@pytest.mark.parametrize(
    ("call", "given", "says"),
    [
        (patches.patchify, (IMAGES, 3), "patch=3, image 4 x 6"),
        (patches.patchify, (IMAGES, 0), "patch=0"),
        (patches.patchify, (IMAGES[0], 2), r"shape=\(3, 4, 6\)"),
        (patches.assemble, (torch.zeros(1, 6, 12), 3, 4), "are no rows of 4"),
        (patches.assemble, (torch.zeros(1, 6, 11), 3, 2), "of 11 numbers"),
        (patches.shuffle, (IMAGES, 2, torch.zeros(6).long()), "6 patches once"),
    ],
)
def test_what_is_no_patch_is_refused(call, given, says):
    with refused(says):
        call(*given)
