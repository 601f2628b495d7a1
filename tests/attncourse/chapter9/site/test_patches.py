"""Vision Transformers in plain JavaScript are the library's."""

import pytest
import torch
from playwright.sync_api import Page

from attnbook import patches
from attncourse.chapter9.live.patches import READERS, look, order
from tests.attncourse.chapter9.strokes import NAMES, digits, figure, library
from tests.attncourse.live.site.alive import answered, functions_of

functions = functions_of(
    figure, "vit", "chapter9/live/vit.js", models=NAMES, by="vit"
)


LOOK = """([name, images, order]) => images.map((image) => {
  const found = models[name].look(Float32Array.from(image), order);
  const weights = found.weights.map((heads) =>
    heads.map((rows) => rows.map((row) => [...row])));
  return { ...found, weights, logits: [...found.logits],
    probabilities: [...found.probabilities], rollout: [...found.rollout] };
})"""


def drawings() -> torch.Tensor:
    """20 digits, some moved out of the middle, and noise."""
    found = digits()[:20].clone()
    found[12:16] = found[12:16].roll(2, -1)
    found[16:] = torch.rand(4, 8, 8, generator=torch.Generator().manual_seed(3))
    return found


@pytest.mark.parametrize("k", range(len(READERS)), ids=NAMES)
@pytest.mark.parametrize("shuffled", [False, True])
@torch.no_grad()
def test_its_logits_weights_and_rollout_are_the_librarys(
    functions: Page, k: int, shuffled: bool
) -> None:
    """To 1e-3, on 20 images; on 5 the weights, too."""
    (patch, _), images = READERS[k], drawings()
    there = order(patch) if shuffled else None
    reader, x = library()[k], images[:, None]
    if there:
        x = patches.shuffle(x, patch, torch.tensor(there))
    wanted = reader.model(x)
    given = [NAMES[k], images.flatten(1).tolist(), there]
    found = answered(functions, LOOK, given)
    logits = torch.tensor([one["logits"] for one in found])
    assert (logits - wanted).abs().max() < 1e-3
    assert (logits.argmax(-1) == wanted.argmax(-1)).all()
    for image, ours in zip(images[::4], found[::4], strict=True):
        theirs = look(reader, image, there)
        for name in ("probabilities", "weights", "rollout"):
            near = torch.tensor(ours[name]) - torch.tensor(theirs[name])
            assert near.abs().max() < 1e-3
