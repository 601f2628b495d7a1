"""What is timed side by side is of one size."""

from attncourse.chapter7.recipes import peers
from attncourse.experiments import recipes, trials

SPEED = recipes.load("speed")


def test_translators_have_the_same_sizes_and_see_no_later_token():
    """PyTorch's has no positions, which cost next to nothing, and no bias at
    its output.
    """
    ours, bare = (peers._translator(SPEED, way) for way in (peers.OURS, "bare"))
    assert trials.numbers(ours) - trials.numbers(bare) == 4000
    source, target = peers.sentences(SPEED, 2)
    other = target.clone()
    other[:, 5] = 4
    gap = (bare(source, target) - bare(source, other)).abs().amax((0, 2))
    assert gap[:5].max() < 1e-5 < 1e-3 < gap[5]
